import { getTableColumns, sql } from 'drizzle-orm'
import type { Account, Holding } from '../core/account/account'
import { byPairs, upsertRows } from '../postgres/bulk'
import { instruments } from '../postgres/schema/market'
import { accounts, holdings, liquidityUses } from '../postgres/schema/trading'
import {
  arrayLiteral,
  parameter,
  type StatementRunner,
  selection,
  statement,
} from '../postgres/statement'
import { accountSelection, decodeAccount } from './accounts'

const { accountId, symbol } = holdings
const holding = selection(getTableColumns(holdings))

const ofPairs = byPairs(holdings, [accountId, symbol], holding)

export interface HoldingKey {
  readonly accountId: string
  readonly symbol: string
}

/** The stored holdings among these keys. */
export const holdingsOf = (
  runner: StatementRunner,
  keys: readonly HoldingKey[],
): Promise<readonly Holding[]> =>
  ofPairs(
    runner,
    keys.map(({ accountId, symbol }) => [accountId, symbol]),
  )

const ofAccounts = statement(
  ['accountIds'],
  sql`select ${holding.list} from ${holdings}
    where ${accountId} = any(${parameter('accountIds', 'text[]')})`,
  holding.decode,
)

export const holdingsOfAccounts = (
  runner: StatementRunner,
  accountIds: readonly string[],
): Promise<readonly Holding[]> => runner.all(ofAccounts, { accountIds: arrayLiteral(accountIds) })

export const SAVED_HOLDINGS = upsertRows('holding', holdings, [
  'quantity',
  'heldQuantity',
  'purchaseAmount',
])

const use = selection(getTableColumns(liquidityUses))

const usesOfPairs = byPairs(liquidityUses, [liquidityUses.accountId, liquidityUses.symbol], use)

/** How much of these instruments' liquidity these accounts have used. [profile.impact] */
export const liquidityUsesOf = (runner: StatementRunner, keys: readonly HoldingKey[]) =>
  usesOfPairs(
    runner,
    keys.map(({ accountId, symbol }) => [accountId, symbol]),
  )

export const SAVED_USES = upsertRows('use', liquidityUses, ['asOf', 'quantity'])

export interface NamedHolding extends Holding {
  /** The name of the instrument. */
  readonly name: string
}

export interface Portfolio {
  readonly account: Account
  /** Ordered by symbol, without instruments that the account has sold completely. */
  readonly holdings: readonly NamedHolding[]
}

const ofAccount = statement(
  ['accountId'],
  sql`select ${holdings.symbol} is null, coalesce(${instruments.name}, ${holdings.symbol}),
      ${holding.list}, ${accountSelection.list}
    from ${accounts}
    left join ${holdings}
      on ${holdings.accountId} = ${accounts.accountId} and ${holdings.quantity} > 0
    left join ${instruments} on ${instruments.symbol} = ${holdings.symbol}
    where ${accounts.accountId} = ${parameter('accountId', 'text')}
    order by ${holdings.symbol}`,
  ([holdsNothing, name, ...row]) => ({
    // Each row repeats the account, so one row is enough.
    account: (): Account => decodeAccount(row.slice(HOLDING_COLUMNS)),
    holding: holdsNothing === true ? null : { ...holding.decode(row), name: String(name) },
  }),
)
const HOLDING_COLUMNS = Object.keys(getTableColumns(holdings)).length

/** Reads an account and its holdings at one moment: one statement is one snapshot. */
export async function findPortfolio(
  runner: StatementRunner,
  accountId: string,
): Promise<Portfolio | undefined> {
  const rows = await runner.all(ofAccount, { accountId })
  const [first] = rows
  return (
    first && {
      account: first.account(),
      holdings: rows.flatMap(({ holding }) => (holding === null ? [] : [holding])),
    }
  )
}
