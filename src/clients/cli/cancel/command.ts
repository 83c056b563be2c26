/** `paper cancel --all`: an end to all that is open. */
import { SIDES } from '../../../core/order/order'
import { fault, isFault } from '../../../lib/fault'
import { answered } from '../../sdk'
import { orderLines } from '../orders/command'
import { action, type CliCommand, choiceOf, readOption } from '../shared/command-line'
import { onServer, SERVER_HELP_LINES, SERVER_OPTIONS } from '../shared/on-server'

export const CANCEL_HELP = `\
Cancels all open orders of an account, at once, and lists what became of each. Conditional orders
that wait end too, and are listed by their ids.

  paper cancel --all [--symbol SYMBOL] [--side SIDE] [--json]

  --all                 without it nothing is canceled: paper order cancel ORDER_ID cancels one
  --symbol SYMBOL       only those in this instrument
  --side SIDE           only these: ${SIDES.join(' or ')}
  --json                prints the server's answer
${SERVER_HELP_LINES}

PENDING_CANCEL is not final: such an order may still fill at the next tick of the market.`

const SYNTAX = {
  operands: [],
  options: { ...SERVER_OPTIONS, all: 'flag', symbol: 'text', side: 'text', json: 'flag' },
  words: { side: SIDES },
} as const
const SIDE = choiceOf(SIDES)

export const cancelCommand: CliCommand = {
  name: 'cancel',
  help: CANCEL_HELP,
  action: action(SYNTAX, (line, context) => {
    const side = readOption('side', line.text('side')?.toUpperCase(), SIDE, undefined)
    if (isFault(side)) return side
    if (!line.flag('all')) {
      return fault('--all cancels all open orders; `paper order cancel ORDER_ID` cancels one.')
    }
    const symbol = line.text('symbol')
    const query = {
      ...(symbol === undefined ? {} : { symbol }),
      ...(side === undefined ? {} : { side }),
    }
    return onServer(line, context, async ({ api }) => {
      const canceled = await answered(api.paper.orders.delete(undefined, { query }))
      const { say, paint } = context.terminal
      if (line.flag('json')) say(JSON.stringify(canceled))
      else {
        const ended = canceled.conditionalOrderIds.map((id) => `${id}   CANCELED`)
        const lines = [...orderLines(canceled.orders, paint), ...ended]
        say(lines.length === 0 ? 'There are no open orders.' : lines.join('\n'))
      }
      return undefined
    })
  }),
}
