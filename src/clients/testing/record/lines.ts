/** The lines of a recorded run, each of which has one thing besides its number. */
import type { RecordedCall } from '../../../http/recorder'
import type { ChainFault } from './chain'

/** What a run begins with. */
export interface RunStart {
  readonly version: string
  /** Every variable of the broker but its secrets and its address. */
  readonly variables: Readonly<Record<string, string>>
  /** The text of its scenario. */
  readonly scenario: string | null
}

export interface RecordedLine {
  readonly n: number
  readonly run?: RunStart
  /** `at`: the market's time at its end. */
  readonly call?: RecordedCall & { readonly at: string }
  /** An event of an order, as a stream sends it. */
  readonly event?: unknown
  readonly end?: { readonly at: string }
}

export interface RecordedRun {
  readonly start: RunStart
  readonly lines: readonly RecordedLine[]
}

/** What the payloads of a chain say; they need not come from this program. */
export function runIn(payloads: readonly string[]): RecordedRun | ChainFault {
  const lines: RecordedLine[] = []
  for (const [index, payload] of payloads.entries()) {
    const line = parsed(payload)
    if (!isLine(line)) return { line: index + 1, fault: 'it is no line of a recorded run' }
    lines.push(line)
  }
  const [first] = lines
  if (first?.run === undefined) return { line: 1, fault: 'it does not begin as a recorded run' }
  if (lines.at(-1)?.end === undefined) {
    return { line: lines.length + 1, fault: 'the rest of the run is missing: it has no end' }
  }
  return { start: first.run, lines }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isLine = (value: unknown): value is RecordedLine => {
  if (!isRecord(value)) return false
  const { run, call, event, end } = value
  return run === undefined ? isCall(call) || isRecord(event) || isRecord(end) : isStart(run)
}

const isStart = (value: unknown): value is RunStart =>
  isRecord(value) &&
  typeof value.version === 'string' &&
  isRecord(value.variables) &&
  Object.values(value.variables).every((text) => typeof text === 'string') &&
  isTextOrNull(value.scenario)

const isCall = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value.method === 'string' &&
  typeof value.path === 'string' &&
  isTextOrNull(value.clientId) &&
  isTextOrNull(value.accountId)

const isTextOrNull = (value: unknown): value is string | null =>
  value === null || typeof value === 'string'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
