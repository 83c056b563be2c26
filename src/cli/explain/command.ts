/** `paper explain`: why an order has not filled, or why at its prices. */
import { answered, type Client } from '../../sdk'
import { action, type CliCommand } from '../shared/command'
import { marketTime } from '../shared/new-york-time'
import { onServer } from '../shared/on-server'
import { SERVER_OPTIONS } from '../shared/server-options'
import type { Terminal } from '../shared/terminal'
import { EXPLAIN_HELP } from './help'

const SYNTAX = { operands: ['ORDER_ID'], options: { ...SERVER_OPTIONS, json: 'flag' } } as const

export const explainCommand: CliCommand = {
  name: 'explain',
  help: EXPLAIN_HELP,
  does: action(SYNTAX, (line, context) => {
    const [orderId = ''] = line.operands
    const show = line.flag('json') ? (step: Step) => JSON.stringify(step) : lineOf
    return onServer(line, context, (client) => explain(client, orderId, show, context.terminal))
  }),
}

const pageOf = (client: Client, orderId: string, cursor: string | undefined) =>
  answered(
    client.api.paper.orders({ orderId }).explanation.get({
      query: cursor === undefined ? {} : { cursor },
    }),
  )
type Step = Awaited<ReturnType<typeof pageOf>>['steps'][number]

/** All pages of the explanation. */
async function explain(
  client: Client,
  orderId: string,
  show: (step: Step) => string,
  { say }: Pick<Terminal, 'say'>,
): Promise<undefined> {
  let cursor: string | undefined
  do {
    const { steps, nextCursor } = await pageOf(client, orderId, cursor)
    for (const step of steps) say(show(step))
    cursor = nextCursor
  } while (cursor !== undefined)
  return undefined
}

function lineOf({ from, to, ticks, text }: Step): string {
  const [first, last] = [from, to].map(marketTime)
  const when = first === last ? first : `${first} to ${last}`
  return `${when}  ${ticks > 1 ? `${ticks} ticks: ` : ''}${text}`
}
