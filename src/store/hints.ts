/**
 * Hints between the processes of one PostgreSQL server, by NOTIFY and LISTEN: that an account's
 * log has grown (D9). A hint may be lost, so nothing may depend on one but speed.
 */
import type { Options, PostgresType } from 'postgres'
import postgres from 'postgres'
import type { Hints } from './database'

const CHANNEL = 'paper_brokerage_order_events'
/** Connections of their own, so that hints never wait for orders, nor orders for hints. */
const CONNECTIONS = { max: 1, idle_timeout: 0, max_lifetime: null } as const

export function openHints(url: string, options: Options<Record<string, PostgresType>>): Hints {
  const client = postgres(url, {
    ...options,
    ...CONNECTIONS,
    // A NOTIFY commits like a change does; losing one in a crash is nothing to wait for a disk for.
    connection: { ...options.connection, synchronous_commit: 'off' },
  })
  return {
    async notify(payloads) {
      await client`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[])
        as hint (payload)`
    },
    async listen(heard, connected) {
      await client.listen(CHANNEL, heard, connected)
    },
    close: () => client.end({ timeout: 1 }),
  }
}
