/** A market of live prices as they came in on another day [live.record]. */
import type { Config } from '../config/config'
import { reasonOf } from '../core/reason'
import type { Feed } from '../market/feed'
import { openRecordingFile, type RecordingFile } from '../market/feeds/live/recording-file'
import { recordedFeed } from '../market/feeds/recorded'
import { StartError } from '../store/start-error'

export function openRecording({
  feedFile,
  feedStaleMs,
  tickMs,
}: Pick<Config, 'feedFile' | 'feedStaleMs' | 'tickMs'>): Feed {
  const path = feedFile ?? ''
  let file: RecordingFile
  try {
    file = openRecordingFile(path)
  } catch (error) {
    throw new StartError(`FEED_FILE: ${path} cannot be read: ${reasonOf(error)}`)
  }
  const first = file.next()
  if (first === null) {
    throw new StartError(`FEED_FILE: ${path} has no line of a recording at its beginning.`)
  }
  return recordedFeed({ first, next: file.next, staleMs: feedStaleMs, tickMs })
}
