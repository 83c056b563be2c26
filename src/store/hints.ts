/**
 * Hints between the processes of one PostgreSQL server, by NOTIFY and LISTEN: that an account's
 * log has grown (D9). A hint may be lost, so nothing may depend on one but speed.
 */
import postgres from 'postgres'
import type { Hints } from './database'
import { ownConnection, session } from './session'

const CHANNEL = 'paper_brokerage_order_events'

export function openHints(url: string): Hints {
  const client = postgres(url, {
    ...session,
    // It and the one that listens are their own, so that hints never wait for orders, nor these for
    // hints.
    ...ownConnection,
    // A NOTIFY commits like a change does; losing one in a crash is nothing to wait for a disk for.
    connection: { ...session.connection, synchronous_commit: 'off' },
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
