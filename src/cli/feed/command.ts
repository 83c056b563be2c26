/** `paper feed`: programs that bring prices to the door of a server [live.programs]. */
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { type CommandFault, fault, isFault } from '../../core/fault'
import { reasonOf } from '../../core/reason'
import { atMs } from '../../core/time'
import { alarm, wallNowMs } from '../../market/clock'
import type { WireBatch } from '../../market/feeds/live/wire'
import { action, type CliCommand, type CommandContext, type Outcome } from '../shared/command'
import { openAlpacaSource } from './alpaca/source'
import { type DoorLink, openDoorLink } from './door-link'
import { FEED_HELP } from './help'
import { itemsOfLine } from './lines'
import {
  ALPACA_OPTIONS,
  alpacaSettings,
  type DoorSettings,
  doorSettings,
  STATUS_OPTIONS,
  STDIN_OPTIONS,
} from './options'
import { statusLines } from './status'
import { openTimers } from './timers'

export const feedCommand: CliCommand = {
  name: 'feed',
  help: FEED_HELP,
  endsItself: true,
  does: {
    alpaca: action({ operands: [], options: ALPACA_OPTIONS }, (line, context) => {
      const door = doorSettings(line, context.env)
      if (isFault(door)) return door
      const settings = alpacaSettings(line, context.env)
      if (isFault(settings)) return settings
      return runAlpaca(door, settings, line.text('record'), context)
    }),
    stdin: action({ operands: [], options: STDIN_OPTIONS }, (line, context) => {
      const door = doorSettings(line, context.env)
      return isFault(door) ? door : pipeLines(door, line.text('record'), context)
    }),
    status: action({ operands: [], options: STATUS_OPTIONS }, (line, context) => {
      const door = doorSettings(line, context.env)
      return isFault(door) ? door : showStatus(door, line.flag('json'), context)
    }),
  },
}

const OFFICIALS_EVERY_MS = 60_000

async function runAlpaca(
  door: DoorSettings,
  settings: Parameters<typeof openAlpacaSource>[0] extends infer Deps
    ? Omit<Deps, 'door' | 'after' | 'nowMs' | 'say'>
    : never,
  record: string | undefined,
  { terminal, stopped }: CommandContext,
): Promise<Outcome> {
  const say = (text: string): void => terminal.complain(text)
  const link = openDoorLink({
    ...{ ...door, after: alarm, say, record: recorder(record) },
    wanted: (symbols) => source.want(symbols),
  })
  const source = openAlpacaSource({ ...settings, door: link, after: alarm, nowMs: wallNowMs, say })
  const timers = openTimers(alarm)
  const repeat = (): void => {
    source.askOfficials().catch((error: unknown) => say(reasonOf(error)))
    timers.later(OFFICIALS_EVERY_MS, repeat)
  }
  repeat()
  const ended = await Promise.race([source.failed, link.refused, aborted(stopped)])
  timers.cancelAll()
  source.close()
  link.close()
  say(countsLine(link))
  return ended === undefined ? { status: 0 } : fault(ended)
}

async function pipeLines(
  door: DoorSettings,
  record: string | undefined,
  { terminal, stopped }: CommandContext,
): Promise<Outcome> {
  const say = (text: string): void => terminal.complain(text)
  const link = openDoorLink({
    ...{ ...door, after: alarm, say, record: recorder(record) },
    wanted: (symbols) => say(`wanted: ${symbols.join(' ') || 'nothing yet'}`),
  })
  const lines = createInterface({ input: process.stdin })
  const reading = readLines(lines, link, say).then(() => undefined)
  const ended = await Promise.race([reading, link.refused, aborted(stopped)])
  lines.close()
  link.close()
  say(countsLine(link))
  return ended === undefined ? undefined : fault(ended)
}

async function readLines(
  lines: AsyncIterable<string>,
  link: DoorLink,
  say: (text: string) => void,
): Promise<void> {
  let number = 0
  for await (const line of lines) {
    number++
    const items = itemsOfLine(line, wallNowMs())
    if (typeof items === 'string') say(`line ${number}: ${items}`)
    else for (const { kind, item } of items) link.push(kind, item)
  }
  await link.drained()
}

async function showStatus(
  { url, key }: DoorSettings,
  json: boolean,
  { terminal }: CommandContext,
): Promise<Outcome> {
  const answer = await fetch(`${url}/feed/status`, { headers: { 'x-feed-key': key } }).catch(
    (error: unknown): CommandFault => fault(`No server answers at ${url}: ${reasonOf(error)}`),
  )
  if (isFault(answer)) return answer
  const body: unknown = await answer.json().catch(() => null)
  if (answer.status === 404) {
    return fault(`${url} takes no live prices: it needs MARKET_FEED=live and a FEED_KEY.`)
  }
  if (!answer.ok) return fault(`${Object(body).message} (${Object(body).code})`)
  terminal.say(json ? JSON.stringify(body) : statusLines(Object(body)).join('\n'))
  return undefined
}

const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })

function countsLine({ counts: { accepted, setAside, lost } }: DoorLink): string {
  const aside = Object.entries(setAside).map(([reason, count]) => `${count} ${reason}`)
  return [`${accepted} taken`, ...aside, ...(lost > 0 ? [`${lost} lost`] : [])].join(', ')
}

/** Lines of a recording [live.record]. */
const recorder = (path: string | undefined) =>
  path === undefined
    ? undefined
    : (batch: WireBatch): void => {
        appendFileSync(path, `${JSON.stringify({ at: atMs(wallNowMs()).toString(), ...batch })}\n`)
      }
