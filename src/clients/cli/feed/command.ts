/**
 * `paper feed`: sends prices to the ingest of a server [live.programs], from a vendor or from
 * lines of the standard input, JSON or CSV.
 */
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { atMs } from '../../../core/time'
import { type CommandFault, fault, isFault } from '../../../lib/fault'
import { errorMessage, plural } from '../../../lib/text'
import { alarm, wallNowMs } from '../../../market/clock'
import { KINDS } from '../../../market/feeds/live/batch'
import {
  isBatchFault,
  readBatch,
  WIRE_FIELDS,
  type WireBatch,
  type WireItem,
} from '../../../market/feeds/live/wire'
import { FEED_KEY } from '../../../server/config/market'
import { type Environment, settingText } from '../../../server/config/setting'
import {
  action,
  type CliCommand,
  type CommandContext,
  type CommandLineOf,
  choiceOf,
  type Outcome,
  readOption,
  wholeNumberUpTo,
} from '../shared/command-line'
import { tableLines } from '../shared/format'
import { serverUrl } from '../shared/on-server'
import { type AlpacaSettings, openAlpacaSource } from './alpaca/source'
import {
  type IngestLink,
  type KindItem,
  openIngestLink,
  openTimers,
  type SourceKind,
} from './ingest-link'

export const FEED_HELP = `\
Sends prices of real markets to a server that runs with MARKET_FEED=live.

  paper feed alpaca    Alpaca's market data, with a key of your own
  paper feed stdin     prices on the standard input, one on each line
  paper feed status    how old the quotes are, and what the server received

FEED_KEY must be the key that the server was started with. The command takes keys from the
environment alone.

  --url URL            the server: PAPER_URL, or http://127.0.0.1:3000 (PORT)
  --record FILE        appends sent prices to a file, which MARKET_FEED=recorded plays (FEED_FILE)

paper feed alpaca subscribes to the symbols that the server needs: symbols with open orders, symbols
of holdings, and symbols that were requested lately. It reads APCA_API_KEY_ID and
APCA_API_SECRET_KEY.

  --feed NAME          iex (every plan), sip or delayed_sip: iex unless given
  --symbols-max N      how many symbols at most: 30 unless given, the limit of the free plan
  --round-lot N        the shares in a lot, in which the vendor counts the sizes of quotes: 100
                       unless given

It follows the vendor's documentation, and was tested against a server written from that, not
against the vendor's own. What you may do with its data is between you and the vendor.

paper feed stdin takes JSON and CSV:

  {"kind":"quote","symbol":"AAPL","bidPrice":"189.98","bidSize":"300","askPrice":"190.02",
   "askSize":"200","time":"2026-03-02T15:00:00.250Z"}                        (on one line)
  quote,AAPL,189.98,300,190.02,200,2026-03-02T15:00:00.250Z
  trade,AAPL,190,100
  state,AAPL,HALTED
  official,AAPL,OPG,190.11,50000,2026-03-02T14:30:02Z
  rate,USD,KRW,1449.5,1450.5
  bar,AAPL,2026-03-02T15:00:00Z,190,190.2,189.9,190.1,5400

Without a time, the time is now. A line that cannot be read is reported and skipped.

  --json               prints the server's answer of status`

export const STATUS_OPTIONS = { url: 'text', json: 'flag' } as const
export const STDIN_OPTIONS = { url: 'text', record: 'text' } as const
export const ALPACA_OPTIONS = {
  ...STDIN_OPTIONS,
  feed: 'text',
  'symbols-max': 'text',
  'round-lot': 'text',
} as const

export interface IngestSettings {
  readonly url: string
  readonly key: string
}

/** Takes the key from the environment alone, since lists of processes show arguments. */
export function ingestSettings(
  line: Pick<CommandLineOf<{ url: 'text' }>, 'text'>,
  env: Environment,
): IngestSettings | CommandFault {
  const url = serverUrl(line.text('url'), env)
  if (isFault(url)) return url
  const key = settingText(env, FEED_KEY.variable)
  return key === undefined
    ? fault('Which key? FEED_KEY is missing: the one that the server was started with.')
    : { url: url.replace(/\/$/, ''), key }
}

const FEEDS = ['iex', 'sip', 'delayed_sip'] as const
const COUNT = wholeNumberUpTo(10_000)
/** The limit of the free plan. */
const SYMBOLS_MAX = 30
const ROUND_LOT = 100

const STREAM_URL = 'wss://stream.data.alpaca.markets'
const REST_URL = 'https://data.alpaca.markets'

export function alpacaSettings(
  line: CommandLineOf<typeof ALPACA_OPTIONS>,
  env: Environment,
): AlpacaSettings | CommandFault {
  const feed = readOption('feed', line.text('feed'), choiceOf(FEEDS), FEEDS[0])
  if (isFault(feed)) return feed
  const symbolsMax = readOption('symbols-max', line.text('symbols-max'), COUNT, SYMBOLS_MAX)
  if (isFault(symbolsMax)) return symbolsMax
  const roundLot = readOption('round-lot', line.text('round-lot'), COUNT, ROUND_LOT)
  if (isFault(roundLot)) return roundLot
  const keyId = settingText(env, 'APCA_API_KEY_ID')
  const secret = settingText(env, 'APCA_API_SECRET_KEY')
  if (keyId === undefined || secret === undefined) {
    return fault('Whose key? Set APCA_API_KEY_ID and APCA_API_SECRET_KEY, as the vendor gave them.')
  }
  return {
    feed,
    symbolsMax,
    keyId,
    secret,
    roundLot: String(roundLot),
    streamUrl: settingText(env, 'APCA_STREAM_URL') ?? STREAM_URL,
    restUrl: settingText(env, 'APCA_DATA_URL') ?? REST_URL,
  }
}

export const feedCommand: CliCommand = {
  name: 'feed',
  help: FEED_HELP,
  endsItself: true,
  action: {
    alpaca: action({ operands: [], options: ALPACA_OPTIONS }, (line, context) => {
      const ingest = ingestSettings(line, context.env)
      if (isFault(ingest)) return ingest
      const settings = alpacaSettings(line, context.env)
      if (isFault(settings)) return settings
      return runAlpaca(ingest, settings, line.text('record'), context)
    }),
    stdin: action({ operands: [], options: STDIN_OPTIONS }, (line, context) => {
      const ingest = ingestSettings(line, context.env)
      return isFault(ingest) ? ingest : pipeLines(ingest, line.text('record'), context)
    }),
    status: action({ operands: [], options: STATUS_OPTIONS }, (line, context) => {
      const ingest = ingestSettings(line, context.env)
      return isFault(ingest) ? ingest : showStatus(ingest, line.flag('json'), context)
    }),
  },
}

const OFFICIAL_PRICES_EVERY_MS = 60_000

async function runAlpaca(
  ingest: IngestSettings,
  settings: AlpacaSettings,
  record: string | undefined,
  { terminal, stopped }: CommandContext,
): Promise<Outcome> {
  const say = (text: string): void => terminal.complain(text)
  const link = openIngestLink({
    ...ingest,
    after: alarm,
    say,
    record: recorder(record),
    wanted: (symbols) => source.want(symbols),
  })
  const source = openAlpacaSource({
    ...settings,
    ingest: link,
    after: alarm,
    nowMs: wallNowMs,
    say,
  })
  const timers = openTimers(alarm)
  const repeat = (): void => {
    source.requestOfficials().catch((error: unknown) => say(errorMessage(error)))
    timers.later(OFFICIAL_PRICES_EVERY_MS, repeat)
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
  ingest: IngestSettings,
  record: string | undefined,
  { terminal, stopped }: CommandContext,
): Promise<Outcome> {
  const say = (text: string): void => terminal.complain(text)
  const link = openIngestLink({
    ...ingest,
    after: alarm,
    say,
    record: recorder(record),
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
  link: IngestLink,
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
  { url, key }: IngestSettings,
  json: boolean,
  { terminal }: CommandContext,
): Promise<Outcome> {
  const answer = await fetch(`${url}/feed/status`, { headers: { 'x-feed-key': key } }).catch(
    (error: unknown): CommandFault => fault(`No server answers at ${url}: ${errorMessage(error)}`),
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

function countsLine({ counts: { accepted, rejected, lost } }: IngestLink): string {
  const rejections = Object.entries(rejected).map(([reason, count]) => `${count} ${reason}`)
  return [`${accepted} taken`, ...rejections, ...(lost > 0 ? [`${lost} lost`] : [])].join(', ')
}

/** Appends batches to a recording [live.record]. */
const recorder = (path: string | undefined) =>
  path === undefined
    ? undefined
    : (batch: WireBatch): void => {
        appendFileSync(path, `${JSON.stringify({ at: atMs(wallNowMs()).toString(), ...batch })}\n`)
      }

/** The first word of a CSV line: `quote`, `trade`, `bar`, `state`, `official`, `rate`. */
const kindNamed = (word: string): SourceKind | undefined =>
  KINDS.find((kind) => kind === `${word}s`)

/**
 * A JSON line is a batch of the ingest, or one item with its `kind`. A CSV line is the kind and the
 * fields in the order of the ingest's documentation. Without a time, the time is now. Returns a
 * text if the line is wrong.
 */
export function itemsOfLine(line: string, nowMs: number): readonly KindItem[] | string {
  const text = line.trim()
  if (text === '' || text.startsWith('#')) return []
  return text.startsWith('{') ? itemsOfJson(text, nowMs) : itemOfCsv(text, nowMs)
}

function itemsOfJson(text: string, nowMs: number): readonly KindItem[] | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'it is not valid JSON'
  }
  const { kind: word, ...rest } = Object(value)
  if (word === undefined) return checked(Object(value))
  const kind = kindNamed(String(word))
  return kind === undefined
    ? unknownKind(String(word))
    : checked({ [kind]: [timed(kind, rest, nowMs)] })
}

function itemOfCsv(text: string, nowMs: number): readonly KindItem[] | string {
  const [word = '', ...values] = text.split(',').map((part) => part.trim())
  const kind = kindNamed(word)
  if (kind === undefined) return unknownKind(word)
  const names = Object.keys(WIRE_FIELDS[kind])
  if (values.length > names.length) {
    return `it has ${plural(values.length, 'field')}, not ${names.length}`
  }
  const item = Object.fromEntries(
    names.flatMap((name, index) => (values[index] ? [[name, values[index]]] : [])),
  )
  return checked({ [kind]: [timed(kind, item, nowMs)] })
}

const timed = (kind: SourceKind, item: object, nowMs: number): object =>
  kind === 'bars' ? item : { time: atMs(nowMs).toString(), ...item }

const unknownKind = (word: string): string =>
  `${JSON.stringify(word.slice(0, 20))} is no kind; allowed: ` +
  KINDS.map((kind) => kind.slice(0, -1)).join(', ')

function checked(wire: object): readonly KindItem[] | string {
  const { at: _, ...batch }: { at?: unknown } = { ...wire }
  const read = readBatch(batch)
  if (isBatchFault(read)) return `${read.path} must be ${read.fault}`
  const items: KindItem[] = []
  for (const kind of KINDS) {
    // safe: readBatch has found a list of items under each kind that is there.
    const list = (batch as Partial<Record<SourceKind, readonly WireItem[]>>)[kind] ?? []
    for (const item of list) items.push({ kind, item })
  }
  return items
}

export interface StatusAnswer {
  readonly accepted: number
  readonly rejected: Readonly<Record<string, number>>
  readonly refusedMessages: number
  readonly sources: number
  readonly symbols: readonly {
    readonly symbol: string
    readonly wanted: boolean
    readonly state: string
    readonly ageMs: number | null
  }[]
}

export function statusLines(answer: StatusAnswer): readonly string[] {
  const { accepted, rejected, refusedMessages, sources, symbols } = answer
  const rejections = Object.entries(rejected).map(([reason, count]) => `${count} ${reason}`)
  return [
    `sources       ${sources}`,
    `taken         ${accepted}`,
    `rejected      ${rejections.join(', ') || 'none'}`,
    `refused       ${plural(refusedMessages, 'message')}`,
    '',
    ...tableLines(
      ['SYMBOL', 'QUOTE', 'AGE', 'WANTED'],
      symbols.map(({ symbol, state, ageMs, wanted }) => [
        symbol,
        state,
        ageText(ageMs),
        wanted ? 'yes' : '',
      ]),
    ),
  ]
}

function ageText(ms: number | null): string {
  if (ms === null) return ''
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return ms < 3_600_000 ? `${Math.floor(ms / 60_000)} min` : `${Math.floor(ms / 3_600_000)} h`
}
