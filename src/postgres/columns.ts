/**
 * Column types that speak the core's types: rows come out as prices and instants, not as strings.
 */
import { customType, integer } from 'drizzle-orm/pg-core'
import {
  type Amount,
  amount,
  type Percent,
  type Price,
  percent,
  price,
  type Quantity,
  quantity,
} from '../core/money'
import { type Sizing, sizingOf, sizingText } from '../core/order/sizing'
import { type OpenSession, SESSIONS } from '../core/session'
import { type Instant, Temporal } from '../core/time'

/** USD per share: 4 decimal places [order.tick-size], 6 for the price that a MARKET buy holds. */
export const priceColumn = customType<{ data: Price; driverData: string }>({
  dataType: () => 'numeric(20, 6)',
  fromDriver: price,
  toDriver: (value) => value.toFixed(),
})

/** Below 100, 4 decimal places. */
export const percentColumn = customType<{ data: Percent; driverData: string }>({
  dataType: () => 'numeric(6, 4)',
  fromDriver: percent,
  toDriver: (value) => value.toFixed(),
})

/** Shares, 6 decimal places. [order.quantity] */
export const quantityColumn = customType<{ data: Quantity; driverData: string }>({
  dataType: () => 'numeric(20, 6)',
  fromDriver: quantity,
  toDriver: (value) => value.toFixed(),
})

/** What an order's quantity is computed from, as `AMOUNT 250.5`. [order.amount] */
export const sizingColumn = customType<{ data: Sizing; driverData: string }>({
  dataType: () => 'text',
  fromDriver: sizingOf,
  toDriver: sizingText,
})

/** USD: 12 decimal places hold every price × quantity exactly. */
export const amountColumn = customType<{ data: Amount; driverData: string }>({
  dataType: () => 'numeric(30, 12)',
  fromDriver: amount,
  toDriver: (value) => value.toFixed(),
})

/** Both drivers hand times over as PostgreSQL's text, which Temporal reads unchanged. */
export const instantColumn = customType<{ data: Instant; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (text) => Temporal.Instant.from(text),
  toDriver: timestampText,
})

/** To the microsecond: an event just after a tick is later than the tick's millisecond. */
export const exactInstantColumn = customType<{ data: Instant; driverData: string }>({
  dataType: () => 'timestamp (6) with time zone',
  fromDriver: (text) => Temporal.Instant.from(text),
  toDriver: timestampText,
})

const FAR_YEAR = /^(0000|[+-]\d{6})(.*)$/

/**
 * An instant as a parameter, whatever its year: PostgreSQL has no year 0 and no signs before years,
 * and writes those before 1 with BC.
 */
export function timestampText(value: Instant): string {
  const text = value.toString()
  const [, year, rest] = FAR_YEAR.exec(text) ?? []
  if (year === undefined) return text
  const counted = Number.parseInt(year, 10)
  return counted > 0 ? `${counted}${rest}` : `${String(1 - counted).padStart(4, '0')}${rest} BC`
}

/** Ids compare by bytes, so they sort by creation whatever the server's locale. */
export const idColumn = customType<{ data: string; driverData: string }>({
  dataType: () => 'text COLLATE "C"',
})

/** A transaction of this database server, by its full number. */
export const transactionColumn = customType<{ data: string; driverData: string }>({
  dataType: () => 'xid8',
})

/** Per-account event numbers; 2^31 of them is 60 events a second for a year. */
export const seqColumn = integer

/** Open sessions, separated by commas. */
export const sessionsColumn = customType<{ data: readonly OpenSession[]; driverData: string }>({
  dataType: () => 'text',
  fromDriver: sessionsIn,
  toDriver: (value) => value.join(),
})
const OPEN_SESSIONS = SESSIONS.filter((session) => session !== 'CLOSED')

/** The sessions that such a column names. */
export function sessionsIn(text: string): readonly OpenSession[] {
  const named = text.split(',')
  return OPEN_SESSIONS.filter((session) => named.includes(session))
}
