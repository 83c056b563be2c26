/** Whether a recorded run plays again as it was, byte by byte [exec.verify]. */
import { isFault } from '../../core/fault'
import { type ChainFault, payloadsIn } from './chain'
import { differenceIn } from './difference'
import { type RecordedRun, type RunStart, runIn } from './lines'
import { replayed } from './replay'

export interface Verified {
  readonly start: RunStart
  readonly lines: number
  readonly events: number
  /** Null: it came out the same. */
  readonly difference: ChainFault | null
}

/** Throws why the run cannot be played. Another version is no difference by itself. */
export async function verified(text: string): Promise<Verified | ChainFault> {
  const payloads = payloadsIn(text)
  if (isFault(payloads)) return payloads
  const run = runIn(payloads)
  if (isFault(run)) return run
  const [head = '', ...rest] = await replayed(run)
  const played = [withVersion(head, run), ...rest]
  const events = run.lines.filter(({ event }) => event !== undefined).length
  const difference = differenceIn(payloads, played) ?? null
  return { start: run.start, lines: payloads.length, events, difference }
}

/** The beginning of the run that was played, as the version of the recorded one writes it. */
function withVersion(head: string, { start: { version } }: RecordedRun): string {
  const played = JSON.parse(head)
  return JSON.stringify({ ...played, run: { ...played.run, version } })
}
