/** Column types that encode and decode the core's types. */
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
import { OPEN_SESSIONS, type OpenSession } from '../core/session'
import { type Instant, Temporal } from '../core/time'

/** USD per share. Prices have 4 decimal places [order.tick-size]; a MARKET buy's hold needs 6. */
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

/** USD. 12 decimal places hold every price × quantity exactly. */
export const amountColumn = customType<{ data: Amount; driverData: string }>({
  dataType: () => 'numeric(30, 12)',
  fromDriver: amount,
  toDriver: (value) => value.toFixed(),
})

/** An instant, to the millisecond. Both drivers return PostgreSQL's text, which Temporal parses. */
export const instantColumn = customType<{ data: Instant; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (text) => Temporal.Instant.from(text),
  toDriver: timestampText,
})

/** An instant, to the microsecond: an event just after a tick is later than its millisecond. */
export const exactInstantColumn = customType<{ data: Instant; driverData: string }>({
  dataType: () => 'timestamp (6) with time zone',
  fromDriver: (text) => Temporal.Instant.from(text),
  toDriver: timestampText,
})

const FAR_YEAR = /^(0000|[+-]\d{6})(.*)$/

/**
 * Encodes an instant of any year. PostgreSQL has no year 0 and no signed years, and writes years
 * before 1 with BC.
 */
export function timestampText(value: Instant): string {
  const text = value.toString()
  const [, year, rest] = FAR_YEAR.exec(text) ?? []
  if (year === undefined) return text
  const number = Number.parseInt(year, 10)
  return number > 0 ? `${number}${rest}` : `${String(1 - number).padStart(4, '0')}${rest} BC`
}

/** An id. Ids compare by bytes, so they sort by creation under every locale. */
export const idColumn = customType<{ data: string; driverData: string }>({
  dataType: () => 'text COLLATE "C"',
})

/** The full 64-bit number of a transaction. */
export const transactionColumn = customType<{ data: string; driverData: string }>({
  dataType: () => 'xid8',
})

/** Event numbers of one account; 2^31 of them are 60 events a second for a year. */
export const seqColumn = integer

/** Open sessions, separated by commas. */
export const sessionsColumn = customType<{ data: readonly OpenSession[]; driverData: string }>({
  dataType: () => 'text',
  fromDriver: sessionsIn,
  toDriver: (value) => value.join(),
})

/** The sessions that such a column names. */
export function sessionsIn(text: string): readonly OpenSession[] {
  const named = text.split(',')
  return OPEN_SESSIONS.filter((session) => named.includes(session))
}
