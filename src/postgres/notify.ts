/**
 * Notifications between the processes of one PostgreSQL server, with NOTIFY and LISTEN
 * [stream.hints]. A notification may be lost, so only speed may depend on it.
 */
import { type Connection, type ConnectionListener, deadlineIn } from './connection'
import type { Notifications } from './database'
import {
  ANSWER_MS_MAX,
  HINT_SESSION_SETTINGS,
  LISTENER_CHECK_EVERY_MS,
  REOPEN_AFTER_MS,
} from './options'
import { openPool, type Pool, type Pools } from './pool'
import { arrayLiteral } from './statement'

const CHANNEL = 'paper_brokerage_order_events'

interface Listener {
  readonly heard: (payload: string) => void
  readonly connected: () => void
}

/** Opens connections of its own, so that notifications and orders never wait for each other. */
class PostgresNotifications implements Notifications {
  readonly #connect: (listener: ConnectionListener) => Connection
  readonly #telling: Pool
  readonly #listeners: Listener[] = []
  #listening: Promise<Connection> | null = null
  #closed = false

  constructor(connect: (listener: ConnectionListener) => Connection, pools: Pools) {
    this.#connect = connect
    this.#telling = openPool({
      max: 1,
      connect,
      pools,
      settings: HINT_SESSION_SETTINGS,
    })
  }

  async notify(payloads: readonly string[]): Promise<void> {
    const deadline = deadlineIn(ANSWER_MS_MAX)
    const text = `select pg_notify('${CHANNEL}', payload) from unnest($1::text::text[])
        as notification (payload)`
    const query = { text, values: [arrayLiteral(payloads)], prepare: true }
    try {
      await this.#telling.use(deadline, (connection) => connection.values(query))
    } finally {
      deadline.end()
    }
  }

  async listen(heard: (payload: string) => void, connected: () => void): Promise<void> {
    this.#listeners.push({ heard, connected })
    this.#listening ??= this.#listen()
    await this.#listening
    connected()
  }

  async close(): Promise<void> {
    this.#closed = true
    const connection = await this.#listening?.catch(() => null)
    await Promise.all([this.#telling.close(), connection?.close()])
  }

  /** One connection for all listeners; after a loss the next is tried until it works. */
  async #listen(): Promise<Connection> {
    const connection = this.#connect({
      notified: (payload) => {
        for (const { heard } of this.#listeners) heard(payload)
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
    // If it is lost again, `lost` tries the next.
    const isThere = await this.#listening.then(
      () => true,
      () => false,
    )
    if (isThere) for (const { connected } of this.#listeners) connected()
  }

  /** A cut network is silent, so the connection is checked. */
  #checkLater(connection: Connection): void {
    setTimeout(() => {
      if (!connection.alive || this.#closed) return
      connection.values({ text: 'select 1', limitMs: ANSWER_MS_MAX }).then(
        () => this.#checkLater(connection),
        () => {}, // The connection is lost, which `lost` handles.
      )
    }, LISTENER_CHECK_EVERY_MS).unref()
  }
}

export const openNotifications = (
  connect: (listener: ConnectionListener) => Connection,
  pools: Pools,
): Notifications => new PostgresNotifications(connect, pools)
