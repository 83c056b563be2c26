/** `paper close`: sells a holding, or all, and cancels what holds its shares. */
import { newClientOrderId } from '../../../identity/secrets'
import { fault } from '../../../lib/fault'
import { answered, type Client } from '../../sdk'
import { type ListedOrder, orderLines } from '../orders/command'
import { action, type CliCommand } from '../shared/command-line'
import { onServer, SERVER_HELP_LINES, SERVER_OPTIONS } from '../shared/on-server'
import type { Paint } from '../shared/terminal'

export const CLOSE_HELP = `\
Closes a holding: cancels the orders that hold its shares and sells them at the market, at once.

  paper close [SYMBOL] [--all] [--percent N] [--id ID] [--json]

  --all                 every holding of the account, in place of one SYMBOL
  --percent N           how much of it, up to 100; all of it unless given
  --id ID               its clientOrderId, to send it again without selling twice; without it,
                        each call is a new one
  --json                prints the server's answer
${SERVER_HELP_LINES}

The sale is tried at the next tick of the market. Orders that buy stay: paper cancel ends them.`

const SYNTAX = {
  operands: ['[SYMBOL]'],
  options: { ...SERVER_OPTIONS, all: 'flag', percent: 'text', id: 'text', json: 'flag' },
} as const

interface Closed {
  readonly answer: object
  readonly orders: readonly ListedOrder[]
  readonly canceled: readonly ListedOrder[]
  readonly refusals: readonly { readonly symbol: string; readonly message: string }[]
}

/** Sends the percentage to the server as it was written: the server checks it. */
export const closeCommand: CliCommand = {
  name: 'close',
  help: CLOSE_HELP,
  action: action(SYNTAX, (line, context) => {
    const [symbol] = line.operands
    const isAll = line.flag('all')
    if (isAll === (symbol !== undefined)) return fault('Name a SYMBOL, or say --all.')
    const percent = line.text('percent')
    const request = {
      clientOrderId: line.text('id') ?? newClientOrderId(),
      ...(percent === undefined ? {} : { percent }),
    }
    return onServer(line, context, async (client) => {
      const closed =
        symbol === undefined
          ? await closeAll(client, request)
          : await close(client, symbol, request)
      const { say, paint } = context.terminal
      say(line.flag('json') ? JSON.stringify(closed.answer) : closedText(closed, paint))
      // A script notices what could not be sold.
      const [first] = closed.refusals
      return first === undefined ? undefined : fault(`${first.symbol} stays: ${first.message}`)
    })
  }),
}

interface Request {
  readonly clientOrderId: string
  readonly percent?: string
}

async function close({ api }: Client, symbol: string, request: Request): Promise<Closed> {
  const answer = await answered(api.paper.holdings({ symbol }).close.post(request))
  return { answer, orders: [answer.order], canceled: answer.canceled, refusals: [] }
}

async function closeAll({ api }: Client, request: Request): Promise<Closed> {
  const answer = await answered(api.paper.holdings.close.post(request))
  const { orders, canceled, refusals } = answer
  return { answer, orders, canceled, refusals }
}

function closedText({ orders, canceled, refusals }: Closed, paint: Paint): string {
  if (orders.length === 0) {
    return refusals.length === 0 ? 'There are no holdings.' : 'Nothing is sold.'
  }
  return orderLines([...orders, ...canceled], paint).join('\n')
}
