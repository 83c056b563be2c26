/** Rows that name what is not there. They belong to no page of accounts, so one look finds all. */
import { type Column, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import {
  accounts,
  adjustments,
  clientAccounts,
  fills,
  holdings,
  instruments,
  orderEvents,
  orders,
} from '../schema'
import { type Check, check } from './check'

type OfAccount = PgTable & { readonly accountId: Column }

const text = (value: string): SQL => sql.raw(`'${value}'`)

const withoutAccount = (table: OfAccount, subject: Column): SQL =>
  sql`select ${table.accountId}, ${subject}::text, 'its account', ${text(getTableName(table))}
    from ${table} where not exists (
      select from ${accounts} where ${accounts.accountId} = ${table.accountId})`

const withoutOrder = (table: OfAccount & { readonly orderId: Column }, subject: Column): SQL =>
  sql`select ${table.accountId}, ${subject}::text, 'its order', ${text(getTableName(table))}
    from ${table} where not exists (select from ${orders}
      where ${orders.accountId} = ${table.accountId} and ${orders.orderId} = ${table.orderId})`

const withoutInstrument = (table: OfAccount & { readonly symbol: Column }): SQL =>
  sql`select ${table.accountId}, ${table.symbol}, 'its instrument', ${text(getTableName(table))}
    from ${table} where not exists (
      select from ${instruments} where ${instruments.symbol} = ${table.symbol})
      and ${table.symbol} is not null`

const all = (queries: readonly SQL[]): SQL => sql.join([...queries], sql` union all `)

export const ORPHAN_CHECKS: readonly Check[] = [
  check(
    'account-there',
    'Orders, fills, events, holdings, adjustments and grants are of an account that is there.',
    all([
      withoutAccount(orders, orders.orderId),
      withoutAccount(fills, fills.fillId),
      withoutAccount(orderEvents, orderEvents.seq),
      withoutAccount(holdings, holdings.symbol),
      withoutAccount(adjustments, adjustments.number),
      withoutAccount(clientAccounts, clientAccounts.clientId),
    ]),
  ),
  check(
    'order-there',
    'Fills and events are of an order that is there.',
    all([withoutOrder(fills, fills.fillId), withoutOrder(orderEvents, orderEvents.seq)]),
  ),
  check(
    'instrument-there',
    'Orders, holdings and adjustments are of an instrument that is there.',
    all([withoutInstrument(orders), withoutInstrument(holdings), withoutInstrument(adjustments)]),
  ),
]
