/** Where the prices go, and by whose keys, by a command's arguments and environment. */
import { FEED_KEY } from '../../config/feed'
import { type Environment, parseWholeNumber, settingText } from '../../config/setting'
import { type CommandFault, fault, isFault } from '../../core/fault'
import type { CommandLineOf } from '../shared/command-line'
import { choiceOf, type OptionFormat, readOption } from '../shared/options'
import { serverUrl } from '../shared/server-options'
import type { AlpacaSettings } from './alpaca/source'

export const STATUS_OPTIONS = { url: 'text', json: 'flag' } as const
export const STDIN_OPTIONS = { url: 'text', record: 'text' } as const
export const ALPACA_OPTIONS = {
  ...STDIN_OPTIONS,
  feed: 'text',
  'symbols-max': 'text',
  'round-lot': 'text',
} as const

export interface DoorSettings {
  readonly url: string
  readonly key: string
}

/** The key comes from the environment alone: lists of processes show arguments. */
export function doorSettings(
  line: Pick<CommandLineOf<{ url: 'text' }>, 'text'>,
  env: Environment,
): DoorSettings | CommandFault {
  const url = serverUrl(line.text('url'), env)
  if (isFault(url)) return url
  const key = settingText(env, FEED_KEY.variable)
  return key === undefined
    ? fault('Which key? FEED_KEY is missing: the one that the server was started with.')
    : { url: url.replace(/\/$/, ''), key }
}

const FEEDS = ['iex', 'sip', 'delayed_sip'] as const
const COUNT: OptionFormat<number> = {
  allowed: 'a whole number from 1 to 10000',
  read: (text) => parseWholeNumber(text, 1, 10_000),
}
/** Of the free plan. */
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
    ...{ feed, symbolsMax, keyId, secret },
    roundLot: String(roundLot),
    streamUrl: settingText(env, 'APCA_STREAM_URL') ?? STREAM_URL,
    restUrl: settingText(env, 'APCA_DATA_URL') ?? REST_URL,
  }
}
