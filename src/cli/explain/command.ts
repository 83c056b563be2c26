/** `paper explain`: why an order has not filled, or why at its prices. */
import { fault, isFault } from '../../core/fault'
import { reasonOf } from '../../core/reason'
import { Temporal } from '../../core/time'
import { answered, type Client, openClient, RefusalError } from '../../sdk'
import { action, type CliCommand } from '../shared/command'
import { inNewYork } from '../shared/new-york-time'
import { SERVER_OPTIONS, serverOptions } from '../shared/server-options'
import type { Terminal } from '../shared/terminal'
import { EXPLAIN_HELP } from './help'

const SYNTAX = { operands: ['ORDER_ID'], options: { ...SERVER_OPTIONS, json: 'flag' } } as const

export const explainCommand: CliCommand = {
  name: 'explain',
  help: EXPLAIN_HELP,
  does: action(SYNTAX, async (line, { terminal, env }) => {
    const server = serverOptions(line, env)
    if (isFault(server)) return server
    const [orderId = ''] = line.operands
    const show = line.flag('json') ? (step: Step) => JSON.stringify(step) : lineOf
    return explain(openClient(server), orderId, show, terminal).catch((error: unknown) =>
      fault(error instanceof RefusalError ? `${error.message} (${error.code})` : reasonOf(error)),
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
  const [first, last] = [from, to].map(timeOf)
  const when = first === last ? first : `${first} to ${last}`
  return `${when}  ${ticks > 1 ? `${ticks} ticks: ` : ''}${text}`
}

const timeOf = (time: string): string =>
  inNewYork(Temporal.Instant.from(time))
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ')
