/** A test's broker: its market, its accounts, and what happened. */
import { answered, type Client, type OrderEvent, openClient } from '../sdk'
import { readEventLog } from './event-log'
import { type ForcedControls, forcedControls } from './forced'
import type { BotCredentials } from './options'
import { ownStreams } from './own-streams'
import { envOf, type People, people } from './people'
import { inOrder } from './queue'
import { type Reads, reads } from './reads'
import type { Running } from './running'
import { sandboxAt } from './sandbox'
import { type MarketControls, steering } from './steer'
import { type TimeMachine, timeMachine } from './time-machine'

export type { BrokerClock } from './steer'

export interface Broker
  extends MarketControls,
    ForcedControls,
    People,
    Reads,
    TimeMachine,
    AsyncDisposable {
  /** `http://127.0.0.1:…` */
  readonly url: string
  /** The bot's own typed client. */
  readonly client: Client
  /** The bot's account. */
  readonly accountId: string
  /** What a bot reads from its environment: PAPER_URL, PAPER_CLIENT_ID, PAPER_CLIENT_SECRET. */
  readonly env: Readonly<Record<string, string>>
  /** For `X-Sandbox-Key`: every control is there over HTTP as well. */
  readonly sandboxKey: string
  /** The account's events up to now, oldest first. */
  events(option?: EventsSince): Promise<readonly OrderEvent[]>
  /**
   * A second broker that begins as this one is now; from then on neither knows of the other. Only
   * of a broker in this process.
   */
  fork(): Promise<Broker>
  /** Finishes what was accepted and ends the broker; `await using` calls it. */
  close(): Promise<void>
}

export interface EventsSince {
  /** Default: the bot's first account. */
  readonly accountId?: string
  /** The number of an event: those after it. Default: all. */
  readonly since?: number
}

interface BrokerDeps {
  readonly running: Running
  readonly bot: BotCredentials
  readonly sandboxKey: string
}

export async function brokerAt({ running, bot, sandboxKey }: BrokerDeps): Promise<Broker> {
  const { url } = running
  const sandbox = sandboxAt(url, sandboxKey)
  const queue = inOrder()
  const others = people({ url, sandbox, bot, inOrder: queue })
  const signedIn = openClient({ url, ...bot })
  const accountId = running.accountId ?? (await answered(signedIn.api.v1.account.get())).accountId
  const streams = ownStreams(signedIn, accountId)
  const { client } = streams

  // One for each account: a client of several would have to be told which accounts are new.
  const watchers = new Map<string, Promise<BotCredentials>>()
  const watcherOf = (id: string): Promise<BotCredentials> => {
    const watcher =
      watchers.get(id) ?? answered(sandbox.clients.post({ scope: 'READ_ONLY', accountIds: [id] }))
    watchers.set(id, watcher)
    return watcher
  }
  const clients = new Map<string, Client>()
  const readerOf = async (id: string): Promise<Client> => {
    const credentials = await watcherOf(id)
    const reader = clients.get(id) ?? openClient({ url, ...credentials })
    clients.set(id, reader)
    return reader
  }

  const market = steering({
    sandbox,
    inOrder: queue,
    streams,
    async next() {
      const api = (await readerOf(accountId)).api
      const { nextRegularOpeningAt, nextRegularClosingAt } = await answered(api.paper.clock.get())
      return { open: nextRegularOpeningAt, close: nextRegularClosingAt }
    },
  })
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    closing ??= queue(running.close)
    return closing
  }
  const fork = (): Promise<Broker> =>
    queue(async () => {
      if (running.fork === null) throw new Error('Only a broker in this process is forked.')
      return brokerAt({ running: await running.fork(), bot, sandboxKey })
    })
  const events = async ({ accountId: id = accountId, since = 0 }: EventsSince = {}) => {
    const { clientId, clientSecret } = await watcherOf(id)
    return readEventLog({ url, clientId, clientSecret, accountId: id, since })
  }
  return {
    ...market,
    events,
    ...timeMachine(sandbox, queue),
    ...forcedControls(sandbox, queue, streams),
    ...others,
    ...reads(async (id = accountId) => ({ client: await readerOf(id), accountId: id })),
    url,
    client,
    accountId,
    env: envOf(url, bot),
    sandboxKey,
    fork,
    close,
    [Symbol.asyncDispose]: close,
  }
}
