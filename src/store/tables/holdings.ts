import { getTableColumns, sql } from 'drizzle-orm'
import type { Holding } from '../../core/account/account'
import { upsertRows } from '../pg/bulk'
import { byPairs } from '../pg/by-pairs'
import {
  arrayLiteral,
  parameter,
  type StatementRunner,
  selection,
  statement,
} from '../pg/statement'
import { holdings } from '../schema'

const { accountId, symbol } = holdings
const holding = selection(getTableColumns(holdings))

const ofPairs = byPairs(holdings, [accountId, symbol], holding)

export interface HoldingKey {
  readonly accountId: string
  readonly symbol: string
}

/** The holdings that exist among those asked for. */
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

/** All holdings of the accounts. */
export const holdingsOfAccounts = (
  runner: StatementRunner,
  accountIds: readonly string[],
): Promise<readonly Holding[]> => runner.all(ofAccounts, { accountIds: arrayLiteral(accountIds) })

export const SAVED_HOLDINGS = upsertRows('holding', holdings, [
  'quantity',
  'heldQuantity',
  'purchaseAmount',
])
