/** `paper orders`: the orders or the fills of an account. */
import { parseWholeNumber } from '../../config/setting'
import { fault, isFault } from '../../core/fault'
import { LIST_LIMIT_MAX } from '../../core/limits'
import { answered, type Client } from '../../sdk'
import { action, type CliCommand } from '../shared/command'
import { onServer } from '../shared/on-server'
import { type OptionFormat, readOption } from '../shared/options'
import { SERVER_OPTIONS } from '../shared/server-options'
import type { Paint } from '../shared/terminal'
import { ORDERS_HELP } from './help'
import { fillLines, orderLines } from './lines'

const SYNTAX = {
  operands: [],
  options: {
    ...SERVER_OPTIONS,
    symbol: 'text',
    limit: 'text',
    open: 'flag',
    closed: 'flag',
    fills: 'flag',
    json: 'flag',
  },
} as const
const LIMIT: OptionFormat<number> = {
  allowed: `a whole number from 1 to ${LIST_LIMIT_MAX}`,
  read: (text) => parseWholeNumber(text, 1, LIST_LIMIT_MAX),
}

export const ordersCommand: CliCommand = {
  name: 'orders',
  help: ORDERS_HELP,
  does: action(SYNTAX, (line, context) => {
    const given = (['open', 'closed', 'fills'] as const).filter((name) => line.flag(name))
    if (given.length > 1) return fault('Choose one of --open, --closed and --fills.')
    const limit = readOption('limit', line.text('limit'), LIMIT, undefined)
    if (isFault(limit)) return limit
    const page = { ...definedOnly({ symbol: line.text('symbol'), limit }) }
    return onServer(line, context, async (client) => {
      const { say, paint } = context.terminal
      const found =
        given[0] === 'fills'
          ? await fills(client, page, paint)
          : await orders(client, page, paint, given[0])
      if (line.flag('json')) say(JSON.stringify(found.answer))
      else if (found.lines.length === 0) say(`There are no ${found.what}.`)
      else say(found.lines.join('\n'))
      return undefined
    })
  }),
}

interface Page {
  readonly symbol?: string
  readonly limit?: number
}

async function orders(
  { api }: Client,
  page: Page,
  paint: Paint,
  only: 'open' | 'closed' | undefined,
) {
  const status =
    only === undefined ? {} : ({ status: only === 'open' ? 'OPEN' : 'CLOSED' } as const)
  const answer = await answered(api.v1.orders.get({ query: { ...page, ...status } }))
  const what = only === undefined ? 'orders' : `${only} orders`
  return { answer, what, lines: orderLines(answer.orders, paint) }
}

async function fills({ api }: Client, page: Page, paint: Paint) {
  const answer = await answered(api.v1.orders.fills.get({ query: page }))
  return { answer, what: 'fills', lines: fillLines(answer.fills, paint) }
}

const definedOnly = ({
  symbol,
  limit,
}: {
  symbol: string | undefined
  limit: number | undefined
}) => ({
  ...(symbol === undefined ? {} : { symbol }),
  ...(limit === undefined ? {} : { limit }),
})
