/** `paper quote`: shows quotes. */
import { type CommandFault, fault } from '../../../lib/fault'
import { answered } from '../../sdk'
import { action, type CliCommand } from '../shared/command-line'
import { changeText, grouped, tableLines } from '../shared/format'
import { onServer, SERVER_HELP_LINES, SERVER_OPTIONS } from '../shared/on-server'

export const QUOTE_HELP = `\
Shows quotes: the last price, the bid and the ask with their sizes, and the volume.

  paper quote SYMBOL… [--json]

  --json                prints the server's answer
${SERVER_HELP_LINES}`

const SYNTAX = { operands: ['SYMBOL…'], options: { ...SERVER_OPTIONS, json: 'flag' } } as const
const TITLES = ['SYMBOL', 'SESSION', 'LAST', 'CHANGE', 'BID', 'SIZE', 'ASK', 'SIZE', 'VOLUME']

export const quoteCommand: CliCommand = {
  name: 'quote',
  help: QUOTE_HELP,
  action: action(SYNTAX, (line, context) =>
    onServer(line, context, async ({ api }) => {
      const query = { symbols: line.operands.join(',') }
      const answer = await answered(api.v1.market.quotes.get({ query }))
      const { say, paint } = context.terminal
      const rows = answer.quotes.map((quote) => [
        quote.symbol,
        quote.outcome === 'OK' ? (quote.session ?? '') : quote.outcome,
        quote.price ?? '',
        quote.changeRate === undefined ? '' : changeText(`${quote.changeRate}%`, paint),
        ...[quote.bidPrice, quote.bidSize, quote.askPrice, quote.askSize, quote.volume].map(
          (text) => (text === undefined ? '' : grouped(text)),
        ),
      ])
      const lines = line.flag('json') ? [JSON.stringify(answer)] : tableLines(TITLES, rows, paint)
      say(lines.join('\n'))
      return unknownFault(answer.quotes)
    }),
  ),
}

/** Returns a fault if a symbol is unknown, so that a script sees it by the exit status. */
function unknownFault(
  quotes: readonly { readonly symbol: string; readonly outcome: string }[],
): CommandFault | undefined {
  const unknown = quotes.filter(({ outcome }) => outcome === 'NOT_FOUND')
  const [first] = unknown
  if (first === undefined) return undefined
  const symbols = unknown.map(({ symbol }) => symbol).join(', ')
  const finding = `\`paper find ${first.symbol}\` looks for one`
  return fault(`There is no instrument ${symbols}; ${finding}.`)
}
