/** How every session with a PostgreSQL server is opened. */
import type { Options, PostgresType } from 'postgres'
import { connectTimeoutSeconds, leaseAnswerMaxMs, lockWaitMaxMs, standstillMaxMs } from './limits'
import { planning } from './planning'

const TIMESTAMPTZ = 1184
const asText = (value: string): string => value

export const session = {
  connect_timeout: connectTimeoutSeconds,
  // Arrays travel as text with a cast, so the types of the server's arrays need not be asked for.
  fetch_types: false,
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
    lock_timeout: lockWaitMaxMs,
    ...planning,
  },
} satisfies Options<{ instant: PostgresType<string> }>

/** For the connection that asks for the matcher's lease and renews it. */
export const leasingSession = {
  ...session,
  connection: { ...session.connection, lock_timeout: leaseAnswerMaxMs / 2 },
} satisfies Options<{ instant: PostgresType<string> }>

/** A session whose commits need not wait for the disk. */
export const hastySession = {
  ...session,
  connection: { ...session.connection, synchronous_commit: 'off' },
} satisfies Options<{ instant: PostgresType<string> }>
