/** Whether a recorded run plays again as it was, byte by byte [exec.verify]. */
import { isFault } from '../../../lib/fault'
import { type ChainFault, payloadsIn } from './chain'
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

/** The first line that differs, with its fields that do. Undefined where none does. */
function differenceIn(
  recorded: readonly string[],
  played: readonly string[],
): ChainFault | undefined {
  const length = Math.max(recorded.length, played.length)
  for (let index = 0; index < length; index++) {
    const [was, is] = [recorded[index], played[index]]
    if (was === is) continue
    const line = index + 1
    if (was === undefined) return { line, fault: `nothing was recorded, and this came: ${is}` }
    if (is === undefined) return { line, fault: `nothing came, and this was recorded: ${was}` }
    const fields = fieldsThatDiffer(JSON.parse(was), JSON.parse(is), '')
    return { line, fault: `it came out otherwise\n  ${fields.join('\n  ')}` }
  }
  return undefined
}

/** `event.order.avgFillPrice: 100 → 101`, with what was recorded on the left. */
function fieldsThatDiffer(was: unknown, is: unknown, path: string): readonly string[] {
  if (JSON.stringify(was) === JSON.stringify(is)) return []
  if (!isRecord(was) || !isRecord(is)) return [`${path}: ${shown(was)} → ${shown(is)}`]
  const names = new Set([...Object.keys(was), ...Object.keys(is)])
  return [...names].flatMap((name) =>
    fieldsThatDiffer(was[name], is[name], path === '' ? name : `${path}.${name}`),
  )
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))
