/**
 * Column types that speak the core's types: rows come out as prices and instants, not as strings.
 */
import { customType, integer } from 'drizzle-orm/pg-core'
import { type Amount, amount, type Price, price, type Quantity, quantity } from '../../core/money'
import { atMs, daysSince1970, type Instant, Temporal } from '../../core/time'

/** USD per share: 4 decimal places [order.tick-size], 6 for the price that a MARKET buy holds. */
export const priceColumn = customType<{ data: Price; driverData: string }>({
  dataType: () => 'numeric(20, 6)',
  fromDriver: price,
  toDriver: (value) => value.toFixed(),
})

/** Shares, 6 decimal places. [order.quantity] */
export const quantityColumn = customType<{ data: Quantity; driverData: string }>({
  dataType: () => 'numeric(20, 6)',
  fromDriver: quantity,
  toDriver: (value) => value.toFixed(),
})

/** USD: 12 decimal places hold every price × quantity exactly. */
export const amountColumn = customType<{ data: Amount; driverData: string }>({
  dataType: () => 'numeric(30, 12)',
  fromDriver: amount,
  toDriver: (value) => value.toFixed(),
})

/** Both drivers hand times over as PostgreSQL's text. */
export const instantColumn = customType<{ data: Instant; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: instantOf,
  toDriver: timestampText,
})

/** To the microsecond: an event just after a tick is later than the tick's millisecond. */
export const exactInstantColumn = customType<{ data: Instant; driverData: string }>({
  dataType: () => 'timestamp (6) with time zone',
  fromDriver: (text) => Temporal.Instant.from(text),
  toDriver: timestampText,
})

const UTC_TEXT = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,3}))?\+00$/

/**
 * A session's times are in UTC, to the millisecond, and so are read without Temporal, which takes
 * several times as long and a page of orders has hundreds. Temporal reads every other text.
 */
export function instantOf(text: string): Instant {
  const parts = UTC_TEXT.exec(text)
  if (parts === null) return Temporal.Instant.from(text)
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map(Number)
  const ms = Number((parts[7] ?? '').padEnd(3, '0'))
  const seconds = ((daysSince1970(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
  return atMs(seconds * 1_000 + ms)
}

const FAR_YEAR = /^(0000|[+-]\d{6})(.*)$/

/** PostgreSQL has no year 0, no signs before years, and writes those before 1 with BC. */
function timestampText(value: Instant): string {
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
