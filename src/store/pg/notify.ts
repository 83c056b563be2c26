/**
 * Hints between the processes of one PostgreSQL server, by NOTIFY and LISTEN: that an account's
 * log has grown [stream.hints]. A hint may be lost, so nothing may depend on one but speed.
 */

import type { Hints } from '../database'
import { type Connection, type ConnectionListener, deadlineIn } from './connection'
import {
  ANSWER_MS_MAX,
  HINT_SESSION_SETTINGS,
  LISTENER_CHECK_EVERY_MS,
  REOPEN_AFTER_MS,
} from './options'
import { openPool, type Pools } from './pool'
import { arrayLiteral } from './statement'

const CHANNEL = 'paper_brokerage_order_events'

interface Listener {
  readonly heard: (payload: string) => void
  readonly connected: () => void
}

/** Opens connections of its own, so that hints and orders never wait for each other. */
export function openHints(
  connect: (listener: ConnectionListener) => Connection,
  pools: Pools,
): Hints {
  const telling = openPool({ max: 1, connect, pools, settings: HINT_SESSION_SETTINGS })
  const listeners: Listener[] = []
  let listening: Promise<Connection> | null = null
  let closed = false

  /** One connection for all listeners; after a loss the next is tried until it works. */
  async function listen(): Promise<Connection> {
    const connection = connect({
      notified(payload) {
        for (const { heard } of listeners) heard(payload)
      },
      lost() {
        listening = null
        if (!closed) setTimeout(() => void listenAgain(), REOPEN_AFTER_MS).unref()
      },
    })
    await connection.values({ text: `listen ${CHANNEL}`, limitMs: ANSWER_MS_MAX })
    checkLater(connection)
    return connection
  }

  async function listenAgain(): Promise<void> {
    if (closed) return
    listening ??= listen()
    // If it is lost again, `lost` tries the next.
    const isThere = await listening.then(
      () => true,
      () => false,
    )
    if (isThere) for (const { connected } of listeners) connected()
  }

  /** A cut network is silent, so the connection is checked. */
  function checkLater(connection: Connection): void {
    setTimeout(() => {
      if (!connection.alive || closed) return
      connection.values({ text: 'select 1', limitMs: ANSWER_MS_MAX }).then(
        () => checkLater(connection),
        () => {}, // The connection is lost, which `lost` handles.
      )
    }, LISTENER_CHECK_EVERY_MS).unref()
  }

  return {
    async notify(payloads) {
      const deadline = deadlineIn(ANSWER_MS_MAX)
      const text = `select pg_notify('${CHANNEL}', payload) from unnest($1::text::text[])
        as hint (payload)`
      const query = { text, values: [arrayLiteral(payloads)], prepare: true }
      try {
        await telling.use(deadline, (connection) => connection.values(query))
      } finally {
        deadline.end()
      }
    },
    async listen(heard, connected) {
      listeners.push({ heard, connected })
      listening ??= listen()
      await listening
      connected()
    },
    async close() {
      closed = true
      const connection = await listening?.catch(() => null)
      await Promise.all([telling.close(), connection?.close()])
    },
  }
}
