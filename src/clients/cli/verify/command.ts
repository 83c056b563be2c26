/** `paper verify`: plays a recorded run again on a new broker, and compares it [exec.verify]. */
import { readFile } from 'node:fs/promises'
import { fault, isFault } from '../../../lib/fault'
import { errorMessage, plural } from '../../../lib/text'
import { issueToken } from '../../sdk/token'
import { settingsOf } from '../../testing/broker'
import type { RunStart } from '../../testing/in-process'
import { serveInProcess } from '../../testing/in-process'
import {
  type ChainFault,
  isRecord,
  parseRun,
  type RecordedLine,
  type RecordedRun,
  readChain,
  recordRun,
  SECRET_IN_REPLAY,
} from '../exec/record'
import { action, type CliCommand, type Outcome } from '../shared/command-line'
import type { Terminal } from '../shared/terminal'

export const VERIFY_HELP = `\
Plays a run again that paper exec has recorded, and compares it byte by byte.

  paper verify FILE

In a clone it is bun run paper verify: bun run verify checks the clone itself.

The run begins with the version, the seed, the settings and the scenario. It has a line for each
call that could change the books, and for each event of an order. The calls are made again, one
after the other, on a new broker in memory, which must write the same lines.

It ends with status 0 if it does. Otherwise it names the first line of the file that differs, and
how: a byte that was changed, lines that are missing, or another result.`

export const verifyCommand: CliCommand = {
  name: 'verify',
  help: VERIFY_HELP,
  action: action({ operands: ['FILE'], options: {} }, (line, { terminal }) => {
    const [file = ''] = line.operands
    return verify(file, terminal)
  }),
}

async function verify(file: string, { say }: Pick<Terminal, 'say'>): Promise<Outcome> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => fault(errorMessage(error)))
  if (isFault(text)) return fault(`${file} cannot be read: ${text.fault}`)
  const found = await verifyRun(text).catch((error: unknown) => fault(errorMessage(error)))
  if (!isFault(found)) {
    const { lines, events, start, playedBy, difference } = found
    const by =
      start.version === playedBy
        ? ''
        : `\nIt was recorded by version ${start.version}, and played by ${playedBy}.`
    if (difference !== null) return fault(`${file}:${difference.line}: ${difference.fault}${by}`)
    const same = `${plural(lines, 'line')} with ${plural(events, 'event')} of orders`
    say(`${file}: the same again, ${same}.${by}`)
    return undefined
  }
  return fault(
    'line' in found ? `${file}:${found.line}: ${found.fault}` : `${file}: ${found.fault}`,
  )
}

export interface Verification {
  readonly start: RunStart
  /** The version that has played the run again. */
  readonly playedBy: string
  readonly lines: number
  readonly events: number
  /** The first difference; null if there is none. */
  readonly difference: ChainFault | null
}

/**
 * Plays a recorded run again, and compares it byte by byte [exec.verify]. Another version alone is
 * no difference. Throws if the run cannot be played.
 */
export async function verifyRun(text: string): Promise<Verification | ChainFault> {
  const payloads = readChain(text)
  if (isFault(payloads)) return payloads
  const run = parseRun(payloads)
  if (isFault(run)) return run
  const [head = '', ...rest] = await replay(run)
  const first = JSON.parse(head)
  const playedBy = String(first.run.version)
  const played = [withVersion(first, run.start.version), ...rest]
  const events = run.lines.filter(({ event }) => event !== undefined).length
  const difference = differenceIn(payloads, played) ?? null
  return { start: run.start, playedBy, lines: payloads.length, events, difference }
}

const withVersion = (first: { readonly run: object }, version: string): string =>
  JSON.stringify({ ...first, run: { ...first.run, version } })

/** Finds the first line that differs, and its fields. Undefined if all lines are the same. */
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

/** `event.order.avgFillPrice: 100 → 101`: the recorded value, and the new one. */
function fieldsThatDiffer(was: unknown, is: unknown, path: string): readonly string[] {
  if (JSON.stringify(was) === JSON.stringify(is)) return []
  if (!isRecord(was) || !isRecord(is)) return [`${path}: ${shown(was)} → ${shown(is)}`]
  const names = new Set([...Object.keys(was), ...Object.keys(is)])
  return [...names].flatMap((name) =>
    fieldsThatDiffer(was[name], is[name], path === '' ? name : `${path}.${name}`),
  )
}

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))

/** Makes the calls of the run again. Returns the new lines. Throws if it cannot be played. */
async function replay({ start, lines }: RecordedRun): Promise<readonly string[]> {
  const { bot, sandboxKey, variables } = settingsOf({ env: start.variables })
  const run = recordRun(true)
  const broker = await serveInProcess(variables, { recording: run, scenario: start.scenario })
  const secretOf = (clientId: string): string =>
    clientId === bot.clientId ? bot.clientSecret : SECRET_IN_REPLAY

  async function send(call: NonNullable<RecordedLine['call']>, number: number): Promise<void> {
    const { clientId, accountId, method, path, body } = call
    const headers = new Headers({ 'x-service-request-id': `replay-${number}` })
    if (clientId === null) headers.set('x-sandbox-key', sandboxKey)
    else {
      const credentials = { clientId, clientSecret: secretOf(clientId) }
      headers.set(
        'authorization',
        `Bearer ${await issueToken(broker.url, credentials, fetch, 'r')}`,
      )
    }
    if (accountId !== null) headers.set('x-service-account-id', accountId)
    if (body !== null) headers.set('content-type', 'application/json')
    const sent = body === null ? null : JSON.stringify(body)
    const answer = await fetch(`${broker.url}${path}`, { method, headers, body: sent })
    await answer.arrayBuffer()
  }

  try {
    for (const { n, call } of lines) if (call !== undefined) await send(call, n)
    const played = await run.end()
    if (isFault(played)) throw new Error(played.fault)
    return played
  } finally {
    await broker.close()
  }
}
