/**
 * New orders decided on accounts and instruments as this process last knew them: one statement, and
 * a transaction of its own, that writes the orders of those accounts which are still so.
 *
 * An account is as it was known where its row has the version that was known: whoever changes
 * anything that an order of the account is decided on changes the account's row in the same
 * transaction. Instruments have versions of their own, and for the rest of the market the statement
 * looks itself. An account that another session has locked counts as changed, so that nobody waits
 * for it. (One that is locked in the moment between is waited for, as any row is.)
 */
import { type SQL, sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import type { Account, Holding } from '../core/account/account'
import type { Order } from '../core/order/order'
import { insertSent } from '../store/pg/bulk'
import {
  amountColumn,
  idColumn,
  instantColumn,
  quantityColumn,
  seqColumn,
} from '../store/pg/columns'
import { isUnlocked, type RowVersion, rowVersion, versionColumn } from '../store/pg/row-version'
import { columnNames, type Size, sentRows } from '../store/pg/sent-rows'
import { type Asked, statement } from '../store/pg/statement'
import { accounts, holdings, instruments, orders } from '../store/schema'
import { isPlacingHalted } from '../store/tables/accounts'
import { isNothingForced } from '../store/tables/forced-outcomes'
import { NEW_ORDERS } from './log'

/** The accounts as the orders leave them; an acceptance holds cash, and spends none. */
const decided = pgTable('decided', {
  accountId: idColumn('account_id').notNull(),
  version: versionColumn('version').notNull(),
  heldCash: amountColumn('held_cash').notNull(),
  seq: seqColumn().notNull(),
  lastEventAt: instantColumn('last_event_at'),
})

const seen = pgTable('seen', {
  symbol: idColumn().notNull(),
  version: versionColumn('version').notNull(),
})

/** The holdings of which orders to sell hold a part. */
const sold = pgTable('sold', {
  accountId: idColumn('account_id').notNull(),
  symbol: idColumn().notNull(),
  heldQuantity: quantityColumn('held_quantity').notNull(),
})

const accountRows = sentRows('account', decided, ['version', 'lastEventAt'])
const instrumentRows = sentRows('instrument', seen)
const holdingRows = sentRows('holding', sold)
const orderRows = insertSent(orders, NEW_ORDERS)

/** Each look is one into an index, whatever the planner believes of the tables (`offset 0`). */
const instrumentsAreCurrent = (size: Size): SQL => sql`not exists (
  select from ${instrumentRows.from(size, 'seen')} where not exists (select from ${instruments}
    where ${instruments.symbol} = ${seen.symbol}
      and ${rowVersion(instruments)} = ${seen.version} offset 0))`

/** Accounts with an order that is there already: a replay, which is answered with that order. */
const replaying = (size: Size): SQL => sql`select "asked"."account_id"
  from ${orderRows.from(size, 'asked', ['accountId', 'clientOrderId'])}
  cross join lateral (select from ${orders}
    where ${orders.accountId} = "asked"."account_id"
      and ${orders.clientOrderId} = "asked"."client_order_id" offset 0) as ${orders}`

/** What differs between the statements: each server needs few of them. */
interface Variant {
  readonly size: Size
  readonly mayForce: boolean
  readonly sells: boolean
}

const holdShares = (size: Size): SQL => sql`, "held" as (
    update ${holdings} set held_quantity = ${sold.heldQuantity}
    from ${holdingRows.from(size, 'sold')}
    where ${holdings.accountId} = ${sold.accountId} and ${holdings.symbol} = ${sold.symbol}
      and ${sold.accountId} in (select "account_id" from "changed")
  )`

const textOf = ({ size, mayForce, sells }: Variant): SQL => sql`with "changed" as (
    update ${accounts} set held_cash = ${decided.heldCash}, seq = ${decided.seq},
      last_event_at = ${decided.lastEventAt}
    from ${accountRows.from(size, 'decided')}
    where ${accounts.accountId} = ${decided.accountId}
      and ${rowVersion(accounts)} = ${decided.version} and ${isUnlocked(accounts)}
      and ${isPlacingHalted} is not true
      and ${instrumentsAreCurrent(size)}${mayForce ? sql` and ${isNothingForced}` : sql``}
      and ${decided.accountId} not in (${replaying(size)})
    returning ${accounts.accountId}, ${rowVersion(accounts)}
  ), "made" as (
    ${orderRows.insert(orderRows.from(size, 'incoming'))}
    where "incoming"."account_id" in (select "account_id" from "changed")
    returning ${columnNames(NEW_ORDERS.made.columns)}
  ), "logged" as (${NEW_ORDERS.made.write(sql`"made"`)})${sells ? holdShares(size) : sql``}
  select * from "changed"`

export interface AcceptedAccount {
  readonly accountId: string
  readonly version: RowVersion
}

const compiled = (variant: Variant) =>
  statement(
    [
      ...[accountRows, instrumentRows, orderRows].flatMap(({ names }) => names),
      ...(variant.sells ? holdingRows.names : []),
    ],
    textOf(variant),
    ([accountId, version]): AcceptedAccount => ({
      accountId: String(accountId),
      version: String(version),
    }),
  )

const sizes = (mayForce: boolean, sells: boolean) => ({
  one: compiled({ size: 'one', mayForce, sells }),
  many: compiled({ size: 'many', mayForce, sells }),
})
const statements = {
  plain: { buys: sizes(false, false), sells: sizes(false, true) },
  mayForce: { buys: sizes(true, false), sells: sizes(true, true) },
}

export interface Acceptances {
  /** As the orders leave them, each with the version that the orders were decided on. */
  readonly accounts: readonly { readonly account: Account; readonly version: RowVersion }[]
  readonly instruments: readonly { readonly symbol: string; readonly version: RowVersion }[]
  readonly orders: readonly Order[]
  /** As the orders leave them; none for orders to buy. */
  readonly holdings: readonly Holding[]
  /** A test may decide orders: nothing is written where it may decide one of these. */
  readonly mayForce: boolean
}

/** Answers with the accounts that were current, and their versions now. */
export function acceptIfCurrent(acceptances: Acceptances): Asked<AcceptedAccount> {
  const { orders, holdings, mayForce } = acceptances
  const size = orders.length === 1 ? 'one' : 'many'
  const sells = holdings.length > 0
  const rows = acceptances.accounts.map(({ account, version }) => ({
    accountId: account.accountId,
    version,
    heldCash: account.heldCash,
    seq: account.seq,
    lastEventAt: account.lastEventAt,
  }))
  return {
    statement: statements[mayForce ? 'mayForce' : 'plain'][sells ? 'sells' : 'buys'][size],
    parameters: {
      ...accountRows.parameters(rows, size),
      ...instrumentRows.parameters(acceptances.instruments, size),
      ...orderRows.parameters(orders, size),
      ...(sells && holdingRows.parameters(holdings, size)),
    },
  }
}
