/** How every session with a PostgreSQL server is opened. */
import { connectTimeoutSeconds, leaseAnswerMaxMs, lockWaitMaxMs, standstillMaxMs } from './limits'
import { planning } from './planning'

const TIMESTAMPTZ = 1184
const asText = (value: string): string => value

export const session = {
  connect_timeout: connectTimeoutSeconds,
  onnotice: () => {},
  // Times come as ISO text with their offset, whatever the server's or the role's settings are.
  types: {
    instant: { to: TIMESTAMPTZ, from: [TIMESTAMPTZ], serialize: asText, parse: asText },
  },
  connection: {
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    application_name: 'paper-brokerage',
    idle_in_transaction_session_timeout: standstillMaxMs,
    ...planning,
  },
}

/** For a client of one connection, which is kept: nothing else waits for it, nor it for others. */
export const ownConnection = { max: 1, idle_timeout: 0, max_lifetime: null } as const

/** For the one connection whose transactions hold accounts. */
export const writingSession = {
  ...session,
  ...ownConnection,
  connection: { ...session.connection, lock_timeout: lockWaitMaxMs },
}

/** For the connection that asks for the matcher's lease and renews it. */
export const leasingSession = {
  ...session,
  ...ownConnection,
  connection: { ...session.connection, lock_timeout: leaseAnswerMaxMs / 2 },
}
