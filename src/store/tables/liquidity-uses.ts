import { getTableColumns, sql } from 'drizzle-orm'
import type { LiquidityUse } from '../../core/order/liquidity'
import { upsertMany } from '../pg/bulk'
import {
  arrayLiteral,
  parameter,
  type StatementRunner,
  selection,
  statement,
} from '../pg/statement'
import { liquidityUses } from '../schema'
import type { HoldingKey } from './holdings'

const use = selection(getTableColumns(liquidityUses))

const ofPairs = statement(
  ['accountIds', 'symbols'],
  sql`select ${use.list} from ${liquidityUses}
    join unnest(${parameter('accountIds', 'text[]')}, ${parameter('symbols', 'text[]')})
      as wanted (account_id, symbol)
    on ${liquidityUses.accountId} = wanted.account_id and ${liquidityUses.symbol} = wanted.symbol`,
  (row): LiquidityUse => use.decode(row),
)

/** What these accounts have taken of these instruments' liquidity. [profile.standard] */
export const liquidityUsesOf = (runner: StatementRunner, keys: readonly HoldingKey[]) =>
  runner.all(ofPairs, {
    accountIds: arrayLiteral(keys.map(({ accountId }) => accountId)),
    symbols: arrayLiteral(keys.map(({ symbol }) => symbol)),
  })

const writeUses = upsertMany(liquidityUses, ['asOf', 'quantity'])

export const saveLiquidityUses = (changed: readonly LiquidityUse[]) => writeUses(changed)
