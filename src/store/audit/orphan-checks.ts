/** Rows that name what is not there. */
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
import { type Check, check, FINDINGS_MAX, PAGE } from './check'

type OfAccount = PgTable & { readonly accountId: Column }

const text = (value: string): SQL => sql.raw(`'${value}'`)

/** `offset 0` makes it one look into the index for each account. */
const isNotThere = (accountId: SQL): SQL => sql`not exists (
  select from ${accounts} where ${accounts.accountId} = ${accountId} offset 0)`

/** Of a table that does not lead with its accounts, and has few rows. */
const grantedOfNone = sql`select ${clientAccounts.accountId}, ${clientAccounts.clientId}::text,
    'its account', ${text(getTableName(clientAccounts))}
  from ${clientAccounts} where ${isNotThere(sql`${clientAccounts.accountId}`)}`

/**
 * By the accounts that a table names, which an index on them lists without reading each row: there
 * are a thousand times as many rows.
 */
const withoutAccount = (table: OfAccount, subject: Column): SQL => sql`(
  with recursive named (account_id) as (
    (select ${table.accountId} from ${table} order by 1 limit 1)
    union all
    select (select ${table.accountId} from ${table}
        where ${table.accountId} > named.account_id order by 1 limit 1)
      from named where named.account_id is not null)
  select named.account_id, subjects.subject, 'its account', ${text(getTableName(table))}
    from named cross join lateral (
      select ${subject}::text as subject from ${table} where ${table.accountId} = named.account_id
        limit ${sql.raw(String(FINDINGS_MAX))}) as subjects
    where ${isNotThere(sql`named.account_id`)})`

const withoutOrder = (table: OfAccount & { readonly orderId: Column }, subject: Column): SQL =>
  sql`select ${table.accountId}, ${subject}::text, 'its order', ${text(getTableName(table))}
    from ${table} where ${table.accountId} = ${PAGE} and not exists (select from ${orders}
      where ${orders.accountId} = ${table.accountId} and ${orders.orderId} = ${table.orderId})`

const withoutInstrument = (table: OfAccount & { readonly symbol: Column }): SQL =>
  sql`select ${table.accountId}, ${table.symbol}, 'its instrument', ${text(getTableName(table))}
    from ${table} where ${table.accountId} = ${PAGE} and not exists (
      select from ${instruments} where ${instruments.symbol} = ${table.symbol})
      and ${table.symbol} is not null`

const all = (queries: readonly SQL[]): SQL => sql.join([...queries], sql` union all `)

/** Of all accounts at once: rows without an account belong to no page. */
export const ACCOUNT_THERE: Check = check(
  'account-there',
  'Orders, fills, events, holdings, adjustments and grants are of an account that is there.',
  all([
    withoutAccount(orders, orders.orderId),
    withoutAccount(fills, fills.fillId),
    withoutAccount(orderEvents, orderEvents.seq),
    withoutAccount(holdings, holdings.symbol),
    withoutAccount(adjustments, adjustments.number),
    grantedOfNone,
  ]),
)

export const ORPHAN_CHECKS: readonly Check[] = [
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
