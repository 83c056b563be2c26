/** `paper account`: shows cash and holdings. */
import { answered } from '../../sdk'
import { action, type CliCommand } from '../shared/command-line'
import { changeText, grouped, moneyText, numberText, tableLines } from '../shared/format'
import { onServer, SERVER_HELP_LINES, SERVER_OPTIONS } from '../shared/on-server'

export const ACCOUNT_HELP = `\
Shows an account: its cash, its buying power, and its holdings at their current prices.

  paper account [--json]

  --json                prints the server's answers as one object: account, holdings
${SERVER_HELP_LINES}`

const SYNTAX = { operands: [], options: { ...SERVER_OPTIONS, json: 'flag' } } as const
const ACCOUNT_TITLES = ['ACCOUNT', 'CASH USD', 'BUYING POWER', 'TOTAL ASSETS']
const HOLDING_TITLES = [
  'SYMBOL',
  'NAME',
  'QUANTITY',
  'SELLABLE',
  'AVERAGE',
  'PRICE',
  'VALUE USD',
  'PROFIT USD',
  '',
]

export const accountCommand: CliCommand = {
  name: 'account',
  help: ACCOUNT_HELP,
  action: action(SYNTAX, (line, context) =>
    onServer(line, context, async ({ api }) => {
      const [account, { holdings }] = await Promise.all([
        answered(api.v1.account.get()),
        answered(api.v1.account.holdings.get()),
      ])
      const { say, paint } = context.terminal
      if (line.flag('json')) {
        say(JSON.stringify({ account, holdings }))
        return undefined
      }
      const { accountId, cashAmount, buyingPower, totalAssetAmount } = account
      const amounts = [cashAmount, buyingPower, totalAssetAmount].map(grouped)
      const lines = tableLines(ACCOUNT_TITLES, [[accountId, ...amounts]], paint)
      const rows = holdings.map((holding) => [
        holding.symbol,
        holding.name,
        ...[holding.quantity, holding.sellableQuantity].map(numberText),
        ...[holding.averageBuyPrice, holding.currentPrice, holding.evaluationAmount].map(moneyText),
        changeText(moneyText(holding.evaluationPnl), paint),
        changeText(`${holding.evaluationPnlRate}%`, paint),
      ])
      say(
        [
          ...lines,
          '',
          ...(rows.length === 0 ? ['No holdings.'] : tableLines(HOLDING_TITLES, rows, paint)),
        ].join('\n'),
      )
      return undefined
    }),
  ),
}
