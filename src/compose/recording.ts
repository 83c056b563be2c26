/** A market of live prices as they came in on another day [live.record]. */
import type { Config } from '../config/config'
import { plural, reasonOf } from '../core/text'
import type { Feed } from '../market/feed'
import type { RecordLine } from '../market/feeds/live/record'
import { openRecordingFile, type RecordingFile } from '../market/feeds/live/recording-file'
import { recordedFeed } from '../market/feeds/recorded'
import { StartError } from '../store/start-error'
import type { Reports } from '../telemetry/reports'

/** Calls `notice` at the end of the recording if lines of it could not be read. */
export function openRecording(
  { feedFile, feedStaleMs, tickMs }: Pick<Config, 'feedFile' | 'feedStaleMs' | 'tickMs'>,
  notice: Reports['notice'],
): Feed {
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
  let isSaid = false
  function next(): RecordLine | null {
    const line = file.next()
    if (line === null && !isSaid && file.unread > 0) {
      isSaid = true
      const lines = plural(file.unread, 'line', 'lines')
      notice?.(`FEED_FILE: ${path} has ended, and ${lines} of it could not be read`)
    }
    return line
  }
  return recordedFeed({ first, next, staleMs: feedStaleMs, tickMs })
}
