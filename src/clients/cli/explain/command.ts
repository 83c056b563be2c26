/** `paper explain`: explains why an order has not filled, or why at its prices. */
import { answered, type Client } from '../../sdk'
import { isStopId } from '../order/stops'
import { action, type CliCommand } from '../shared/command-line'
import { marketTime } from '../shared/format'
import { onServer, SERVER_OPTIONS } from '../shared/on-server'
import type { Terminal } from '../shared/terminal'

export const EXPLAIN_HELP = `\
Explains why an order has not filled, or why it filled at its prices; of a conditional order, how
near the market came to its trigger, and what became of it.

  paper explain ORDER_ID [--url URL] [--client-id ID] [--client-secret SECRET]
                [--account ACCOUNT_ID] [--json]

  --url            the server's URL: PAPER_URL, or http://127.0.0.1:3000 (PORT)
  --client-id      the client's id (PAPER_CLIENT_ID); paper keys create makes a client
  --client-secret  its secret (PAPER_CLIENT_SECRET, which no list of processes shows)
  --account        the order's account, for a client that has several (PAPER_ACCOUNT_ID)
  --json           prints each step as one line of JSON

Each line is a fill, the order's end, or a run of ticks at which one rule kept the order from
filling. Times are New York's, but in JSON they are the API's.`

const SYNTAX = { operands: ['ORDER_ID'], options: { ...SERVER_OPTIONS, json: 'flag' } } as const

export const explainCommand: CliCommand = {
  name: 'explain',
  help: EXPLAIN_HELP,
  action: action(SYNTAX, (line, context) => {
    const [orderId = ''] = line.operands
    const show = line.flag('json') ? (step: Step) => JSON.stringify(step) : lineOf
    return onServer(line, context, (client) =>
      isStopId(orderId)
        ? explainStop(client, orderId, line.flag('json'), context.terminal)
        : explain(client, orderId, show, context.terminal),
    )
  }),
}

const pageOf = (client: Client, orderId: string, cursor: string | undefined) =>
  answered(
    client.api.paper.orders({ orderId }).explanation.get({
      query: cursor === undefined ? {} : { cursor },
    }),
  )
type Step = Awaited<ReturnType<typeof pageOf>>['steps'][number]

/** Prints all pages of the explanation. */
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

const stopPageOf = (client: Client, conditionalOrderId: string, cursor: string | undefined) =>
  answered(
    client.api.paper['conditional-orders']({ conditionalOrderId }).explanation.get({
      query: cursor === undefined ? {} : { cursor },
    }),
  )
type Leg = Awaited<ReturnType<typeof stopPageOf>>['legs'][number]

/** Prints each leg, with the page of the explanation at which the market was nearest to it. */
async function explainStop(
  client: Client,
  id: string,
  isJson: boolean,
  { say }: Pick<Terminal, 'say'>,
): Promise<undefined> {
  const told = new Map<string, Leg>()
  let cursor: string | undefined
  do {
    const { legs, nextCursor } = await stopPageOf(client, id, cursor)
    for (const leg of legs) {
      const before = told.get(leg.leg)
      if (before === undefined || isNearer(leg, before)) told.set(leg.leg, leg)
    }
    cursor = nextCursor
  } while (cursor !== undefined)
  for (const leg of told.values()) {
    say(isJson ? JSON.stringify(leg) : `${leg.leg}  ${leg.status}  ${leg.text}`)
  }
  return undefined
}

const isNearer = ({ nearest: one }: Leg, { nearest: other }: Leg): boolean =>
  one !== undefined && (other === undefined || one.missedBy < other.missedBy)

function lineOf({ from, to, ticks, text }: Step): string {
  const [first, last] = [from, to].map(marketTime)
  const when = first === last ? first : `${first} to ${last}`
  return `${when}  ${ticks > 1 ? `${ticks} ticks: ` : ''}${text}`
}
