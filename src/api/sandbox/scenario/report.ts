/** The report of a scenario: for people, and as JUnit XML for a CI. Pure. */
import type { Leg } from '../../../core/conditional/leg'
import type { Amount, Quantity } from '../../../core/money'
import type { Order } from '../../../core/order/order'
import { type Instant, NEW_YORK, Temporal } from '../../../core/time'
import { plural } from '../../../lib/text'
import type { Comparison, Expectation, ScenarioRow } from './scenario'

/** WAITING until the row's time has come. */
export const ROW_STATES = ['WAITING', 'DONE', 'FAILED'] as const
export type RowState = (typeof ROW_STATES)[number]

export interface RowReport {
  readonly row: ScenarioRow
  readonly state: RowState
  /** When it happened, in market time; null while it waits. */
  readonly happenedAt: Instant | null
  /** What happened, or what an expectation found instead. */
  readonly happened: string
}

export interface ScenarioReport {
  readonly rows: readonly RowReport[]
  readonly failed: number
  readonly waiting: number
}

export const reportOf = (rows: readonly RowReport[]): ScenarioReport => ({
  rows,
  failed: rows.filter(({ state }) => state === 'FAILED').length,
  waiting: rows.filter(({ state }) => state === 'WAITING').length,
})

/** A row of the report in an answer. */
export interface ReportedRow {
  readonly line: number
  readonly text: string
  readonly state: RowState
  readonly happenedAt: string | null
  readonly happened: string
}

const MARKS: Readonly<Record<RowState, string>> = { WAITING: '·', DONE: '✓', FAILED: '✗' }

/** Formats `✓ 09:28:00 09:28 market halt`, followed by what happened if that adds something. */
export function reportLine({ text, state, happenedAt, happened }: ReportedRow): string {
  const time = happenedAt === null ? '--:--:--' : timeOf(happenedAt)
  return `${MARKS[state]} ${time}  ${text}${happened === '' ? '' : `  →  ${happened}`}`
}

const timeOf = (text: string): string =>
  Temporal.Instant.from(text)
    .toZonedDateTimeISO(NEW_YORK)
    .toPlainTime()
    .toString({ smallestUnit: 'second' })

/** The XML for CIs: a test case for each row, in the order of the table. */
export function junitOf(name: string, rows: readonly ReportedRow[]): string {
  const failures = rows.filter(({ state }) => state === 'FAILED').length
  const skipped = rows.filter(({ state }) => state === 'WAITING').length
  const counts = `tests="${rows.length}" failures="${failures}" skipped="${skipped}"`
  const cases = rows.map((row) => {
    const head = `    <testcase classname="${xml(name)}" name="${xml(`${row.line}: ${row.text}`)}"`
    if (row.state === 'DONE') return `${head}/>`
    const what =
      row.state === 'FAILED'
        ? `<failure message="${xml(row.happened)}"/>`
        : '<skipped message="its time did not come"/>'
    return `${head}>${what}</testcase>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${xml(name)}" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
/** Replaces control characters, which XML does not allow even if they are escaped. */
const xml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD]/g, '?')
    .replaceAll(/[&<>"]/g, (found) => ENTITIES[found] ?? found)

/** The facts of an account that an expectation can name. */
export interface AccountFacts {
  readonly cash: Amount
  readonly buyingPower: Amount
  readonly orders: readonly Pick<Order, 'status' | 'side' | 'quantity' | 'symbol'>[]
  readonly legs: readonly Pick<Leg, 'leg' | 'status' | 'quantity' | 'symbol'>[]
  readonly fills: readonly { readonly symbol: string }[]
  readonly holdings: readonly { readonly symbol: string; readonly quantity: Quantity }[]
}

export interface Judgement {
  readonly isMet: boolean
  /** What was found: `2 orders`. */
  readonly found: string
}

/** Compares an account with an expectation. Pure. */
export function judge(expected: Expectation, account: AccountFacts): Judgement {
  switch (expected.of) {
    case 'orders': {
      const { status, side, quantity, symbol, count } = expected
      const found = account.orders.filter(
        (order) =>
          (status === null || order.status === status) &&
          (side === null || order.side === side) &&
          (quantity === null || order.quantity.eq(quantity)) &&
          (symbol === null || order.symbol === symbol),
      ).length
      return counted(count, found, account.orders.length)
    }
    case 'legs': {
      const { leg, status, quantity, symbol, count } = expected
      const found = account.legs.filter(
        (each) =>
          (leg === null || each.leg === leg) &&
          (status === null || each.status === status) &&
          (quantity === null || each.quantity.eq(quantity)) &&
          (symbol === null || each.symbol === symbol),
      ).length
      return counted(count, found, account.legs.length)
    }
    case 'fills': {
      const { count, symbol } = expected
      const found = account.fills.filter((fill) => symbol === null || fill.symbol === symbol).length
      return { isMet: found === count, found: plural(found, 'fill') }
    }
    case 'holds': {
      const found = account.holdings.find(({ symbol }) => symbol === expected.symbol)?.quantity
      const isMet = found === undefined ? expected.quantity.eq('0') : found.eq(expected.quantity)
      return { isMet, found: `${found?.toFixed() ?? '0'} ${expected.symbol}` }
    }
    case 'cash':
      return compare(account.cash, expected.comparison, expected.amount)
    case 'buying-power':
      return compare(account.buyingPower, expected.comparison, expected.amount)
  }
}

const counted = (count: number, found: number, all: number): Judgement => ({
  isMet: found === count,
  found: `${found} such, ${plural(all - found, 'other')}`,
})

function compare(found: Amount, comparison: Comparison, amount: Amount): Judgement {
  const order = found.cmp(amount)
  const isMet = {
    '=': order === 0,
    '>=': order >= 0,
    '<=': order <= 0,
    '>': order > 0,
    '<': order < 0,
  }[comparison]
  return { isMet, found: `${found.toFixed(2)} USD` }
}
