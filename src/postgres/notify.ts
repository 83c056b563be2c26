/**
 * Notifications between the processes of one PostgreSQL server, with NOTIFY and LISTEN
 * [stream.notifications]. A notification may be lost, so only speed may depend on it.
 */
import { type Connection, type ConnectionListener, deadlineIn } from './connection'
import type { Notifications } from './database'
import {
  ANSWER_MS_MAX,
  LISTENER_CHECK_EVERY_MS,
  NOTIFY_SESSION_SETTINGS,
  REOPEN_AFTER_MS,
} from './options'
import { Pool, type Pools } from './pool'
import { arrayLiteral } from './statement'

const CHANNEL = 'paper_brokerage_order_events'

interface Listener {
  readonly received: (payload: string) => void
  readonly connected: () => void
}

/** Has connections of its own, so that notifications and orders never wait for each other. */
class PostgresNotifications implements Notifications {
  readonly #connect: (listener: ConnectionListener) => Connection
  readonly #senders: Pool
  readonly #listeners: Listener[] = []
  #listening: Promise<Connection> | null = null
  #closed = false

  constructor(connect: (listener: ConnectionListener) => Connection, pools: Pools) {
    this.#connect = connect
    this.#senders = new Pool({ max: 1, connect, pools, settings: NOTIFY_SESSION_SETTINGS })
  }

  async notify(payloads: readonly string[]): Promise<void> {
    const deadline = deadlineIn(ANSWER_MS_MAX)
    const text = `select pg_notify('${CHANNEL}', payload) from unnest($1::text::text[])
        as notification (payload)`
    const query = { text, values: [arrayLiteral(payloads)], prepare: true }
    try {
      await this.#senders.use(deadline, (connection) => connection.values(query))
    } finally {
      deadline.end()
    }
  }

  async listen(received: (payload: string) => void, connected: () => void): Promise<void> {
    this.#listeners.push({ received, connected })
    this.#listening ??= this.#listen()
    await this.#listening
    connected()
  }

  async close(): Promise<void> {
    this.#closed = true
    const connection = await this.#listening?.catch(() => null)
    await Promise.all([this.#senders.close(), connection?.close()])
  }

  /** Opens one connection for all listeners. If it is lost, opens the next until one works. */
  async #listen(): Promise<Connection> {
    const connection = this.#connect({
      notified: (payload) => {
        for (const { received } of this.#listeners) received(payload)
      },
      lost: () => {
        this.#listening = null
        if (!this.#closed) setTimeout(() => void this.#listenAgain(), REOPEN_AFTER_MS).unref()
      },
    })
    await connection.values({ text: `listen ${CHANNEL}`, limitMs: ANSWER_MS_MAX })
    this.#checkLater(connection)
    return connection
  }

  async #listenAgain(): Promise<void> {
    if (this.#closed) return
    this.#listening ??= this.#listen()
    // If the connection is lost again, `lost` opens the next.
    const isOpen = await this.#listening.then(
      () => true,
      () => false,
    )
    if (isOpen) for (const { connected } of this.#listeners) connected()
  }

  /** Checks the connection periodically, since a cut network is silent. */
  #checkLater(connection: Connection): void {
    setTimeout(() => {
      if (!connection.alive || this.#closed) return
      connection.values({ text: 'select 1', limitMs: ANSWER_MS_MAX }).then(
        () => this.#checkLater(connection),
        () => {}, // `lost` handles the lost connection.
      )
    }, LISTENER_CHECK_EVERY_MS).unref()
  }
}

export const openNotifications = (
  connect: (listener: ConnectionListener) => Connection,
  pools: Pools,
): Notifications => new PostgresNotifications(connect, pools)
