/**
 * Records a run [exec.record]: its start, each call that may change the books, and each event of an
 * order. Calls run one after the other, so that the same calls make the same run again.
 */
import { createHash } from 'node:crypto'
import { type Instant, toKst } from '../../../core/time'
import type { RecordedCall } from '../../../http/call'
import { newClientSecret } from '../../../identity/secrets'
import { type CommandFault, fault } from '../../../lib/fault'
import type { RunRecording, RunStart } from '../../testing/in-process'
import { inOrder } from '../../testing/steer'

/** The secret, in a replay, of a client that the run has added. */
export const SECRET_IN_REPLAY = 'secret-of-a-recorded-run'

export function recordRun(isReplay = false): RunRecording {
  const turn = inOrder()
  const lines: string[] = []
  let now: () => Instant = () => {
    throw new Error('the run has not begun')
  }
  let clients = 0
  let spoilt: CommandFault | null = null

  /** Adds a line. The JSON is a text, since events come as texts. */
  const append = (kind: keyof RecordedLine, json: string): void => {
    lines.push(`"${kind}":${json}}`)
  }

  function record({ path, method, body, ...from }: RecordedCall): void {
    const at = toKst(now())
    if (path === CLOCK && Number(Object(body).speed) > 0) {
      spoilt ??= fault(`the clock was let run by itself at ${at} (POST ${CLOCK})`)
    }
    // The time that was reached: a client that goes away ends an advance.
    const sent = path === CLOCK ? { to: at } : hidden(path, body)
    append('call', JSON.stringify({ at, ...from, method, path, body: sent ?? null }))
  }

  return {
    calls: {
      isReplay,
      enter: () =>
        new Promise((resolve) => {
          void turn(
            () =>
              new Promise<void>((left) => {
                resolve((call) => {
                  record(call)
                  left()
                })
              }),
          )
        }),
      decided: (path, body) => {
        if (path !== CLIENTS || Object(body).clientId !== undefined) return body
        const chosen = { clientId: `pk_recorded_${++clients}`, clientSecret: newClientSecret() }
        return { ...Object(body), ...chosen }
      },
    },
    event: (text) => append('event', text),
    began(start, clock) {
      now = clock
      lines.unshift(`"run":${JSON.stringify(start)}}`)
    },
    async end() {
      // A call is recorded after its answer.
      await turn(async () => {})
      append('end', JSON.stringify({ at: toKst(now()) }))
      return spoilt ?? lines.map((line, index) => `{"n":${index + 1},${line}`)
    },
  }
}

const CLOCK = '/sandbox/clock'
const CLIENTS = '/sandbox/clients'

const hidden = (path: string, body: unknown): unknown =>
  path === CLIENTS ? { ...Object(body), clientSecret: SECRET_IN_REPLAY } : body

/** A line has its number and one of the other fields. */
export interface RecordedLine {
  readonly n: number
  readonly run?: RunStart
  /** `at`: the market's time at the end of the call. */
  readonly call?: RecordedCall & { readonly at: string }
  /** An event of an order, as a stream sends it. */
  readonly event?: unknown
  readonly end?: { readonly at: string }
}

export interface RecordedRun {
  readonly start: RunStart
  readonly lines: readonly RecordedLine[]
}

/** Reads the run in the payloads of a chain, which may come from another program. */
export function parseRun(payloads: readonly string[]): RecordedRun | ChainFault {
  const lines: RecordedLine[] = []
  for (const [index, payload] of payloads.entries()) {
    const line = parseJson(payload)
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

function parseJson(text: string): unknown {
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

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/**
 * Each line begins with a hash of its payload and of the line before. The chain shows where a byte
 * was changed or a line is missing. It proves no more: whoever changes the run can compute new
 * hashes.
 */
const HASH = /^[0-9a-f]{64} /
const HASH_LENGTH = 64

const hashOf = (before: string, payload: string): string =>
  createHash('sha256').update(`${before}\n${payload}`).digest('hex')

/** Makes the text of a run. Each payload is a line of JSON that begins with its number. */
export function chainOf(payloads: readonly string[]): string {
  let hash = ''
  const lines = payloads.map((payload) => {
    hash = hashOf(hash, payload)
    return `${hash} ${payload}\n`
  })
  return lines.join('')
}

export interface ChainFault {
  /** The number of the line in the text, from 1. */
  readonly line: number
  readonly fault: string
}

/** Checks the chain. Returns the payloads, or the line at which it is broken. */
export function readChain(text: string): readonly string[] | ChainFault {
  const lines = text.split('\n')
  if (lines.pop() !== '') return { line: lines.length + 1, fault: 'it ends within this line' }
  const payloads: string[] = []
  let before = ''
  for (const [index, line] of lines.entries()) {
    const number = index + 1
    if (!HASH.test(line)) return { line: number, fault: 'it is no line of a recorded run' }
    const [hash, payload] = [line.slice(0, HASH_LENGTH), line.slice(HASH_LENGTH + 1)]
    const own = Number(/^\{"n":(\d+)/.exec(payload)?.[1])
    if (own > number) return { line: number, fault: missing(number, own - 1) }
    if (hash !== hashOf(before, payload)) {
      return { line: number, fault: 'this line is not as it was recorded' }
    }
    payloads.push(payload)
    before = hash
  }
  return payloads
}

const missing = (first: number, last: number): string =>
  first === last
    ? `line ${first} of the run is missing here`
    : `lines ${first} to ${last} of the run are missing here`
