/** The market that MARKET_FEED names (D10). */
import type { Config } from '../config'
import type { Feed } from '../market/feed'
import { replayFeed } from '../market/feeds/replay'
import { loadRecording, TooManyBars } from '../market/feeds/replay/load'
import { simulatedFeed } from '../market/feeds/simulated'
import { withImported } from '../market/instruments/reference'
import { US_INSTRUMENTS } from '../market/instruments/us'
import { barLibrary } from '../store/bars'
import type { Database } from '../store/database'
import { listModelled } from '../store/instrument-models'
import { StartError } from '../store/start-error'

/** Throws a StartError where there are no bars to replay, or too many. */
export async function openFeed(
  database: Database,
  { feed, seed }: Pick<Config, 'feed' | 'seed'>,
  progress: (text: string) => void,
): Promise<Feed> {
  switch (feed) {
    case 'simulated': {
      const imported = await listModelled(database.drizzle)
      return simulatedFeed({ seed, instruments: withImported(US_INSTRUMENTS, imported) })
    }
    case 'replay':
      return replayFeed(await recordingOf(database, progress))
  }
}

/** A million bars take some seconds to read. */
const TOLD_EVERY = 1_000_000

async function recordingOf(database: Database, progress: (text: string) => void) {
  let told = 0
  const loaded = (bars: number, ofAll: number): void => {
    if (bars - told < TOLD_EVERY) return
    told = bars
    progress(`bars read     ${bars.toLocaleString('en-US')} of ${ofAll.toLocaleString('en-US')}`)
  }
  const recording = await loadRecording(barLibrary(database), { loaded }).catch(
    (error: unknown) => {
      if (!(error instanceof TooManyBars)) throw error
      throw new StartError(
        `MARKET_FEED=replay: ${error.message}; \`bun run bars remove SYMBOL\` takes some away.`,
      )
    },
  )
  if (recording.size > 0) return recording
  throw new StartError(
    'MARKET_FEED=replay: the database has no bars; `bun run bars import FILE` brings some.',
  )
}
