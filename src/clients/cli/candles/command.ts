/** `paper candles`: lists candles of an instrument. */
import { CANDLE_LIMIT_MAX } from '../../../core/limits'
import { fault, isFault } from '../../../lib/fault'
import { INTERVALS } from '../../../market/feed'
import { answered } from '../../sdk'
import {
  action,
  type CliCommand,
  choiceOf,
  readOption,
  wholeNumberUpTo,
} from '../shared/command-line'
import { marketTime, moneyText, numberText, tableLines } from '../shared/format'
import { onServer, SERVER_HELP_LINES, SERVER_OPTIONS } from '../shared/on-server'

export const CANDLES_HELP = `\
Lists candles of an instrument as a server shows them, the newest last.

  paper candles SYMBOL [--interval LENGTH] [--count N] [--json]

  --interval LENGTH     ${INTERVALS.join(' ')}; 1d unless given
  --count N             how many at most, up to ${CANDLE_LIMIT_MAX}; 20 unless given
  --json                prints the server's answer
${SERVER_HELP_LINES}

Times are New York's, but in JSON they are the API's. paper market chart draws candles without a
server.`

const SYNTAX = {
  operands: ['SYMBOL'],
  options: { ...SERVER_OPTIONS, interval: 'text', count: 'text', json: 'flag' },
  words: { interval: INTERVALS },
} as const
const COUNT = wholeNumberUpTo(CANDLE_LIMIT_MAX)
/** Candles that fit a screen. */
const USUAL_COUNT = 20
const TITLES = ['START', 'OPEN', 'HIGH', 'LOW', 'CLOSE', 'VOLUME']

export const candlesCommand: CliCommand = {
  name: 'candles',
  help: CANDLES_HELP,
  action: action(SYNTAX, (line, context) => {
    const interval = readOption('interval', line.text('interval'), choiceOf(INTERVALS), '1d')
    if (isFault(interval)) return interval
    const limit = readOption('count', line.text('count'), COUNT, USUAL_COUNT)
    if (isFault(limit)) return limit
    const symbol = line.operands[0] ?? ''
    return onServer(line, context, async ({ api }) => {
      const query = { symbol, interval, limit }
      const answer = await answered(api.v1.market.candles.get({ query }))
      if (line.flag('json')) {
        context.terminal.say(JSON.stringify(answer))
        return undefined
      }
      if (answer.candles.length === 0) return fault(`There are no candles of ${symbol} yet.`)
      const rows = answer.candles.map((candle) => [
        marketTime(candle.time),
        ...[candle.open, candle.high, candle.low, candle.close].map(moneyText),
        numberText(candle.volume),
      ])
      context.terminal.say(tableLines(TITLES, rows, context.terminal.paint).join('\n'))
      return undefined
    })
  }),
}
