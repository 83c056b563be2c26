/** Whether a recorded run plays again as it was, byte by byte [exec.verify]. */
import { isFault } from '../../core/fault'
import { type ChainFault, payloadsIn } from './chain'
import { differenceIn } from './difference'
import { type RunStart, runIn } from './lines'
import { replayed } from './replay'

export interface Verified {
  readonly start: RunStart
  /** The version that has played it now. */
  readonly playedBy: string
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
  const begun = JSON.parse(head)
  const playedBy = String(begun.run.version)
  // As the version of the recorded one writes it.
  const played = [withVersion(begun, run.start.version), ...rest]
  const events = run.lines.filter(({ event }) => event !== undefined).length
  const difference = differenceIn(payloads, played) ?? null
  return { start: run.start, playedBy, lines: payloads.length, events, difference }
}

const withVersion = (begun: { readonly run: object }, version: string): string =>
  JSON.stringify({ ...begun, run: { ...begun.run, version } })
