import { getTableColumns } from 'drizzle-orm'
import { upsertRows } from '../pg/bulk'
import { byPairs } from '../pg/by-pairs'
import { type StatementRunner, selection } from '../pg/statement'
import { liquidityUses } from '../schema'
import type { HoldingKey } from './holdings'

const use = selection(getTableColumns(liquidityUses))

const ofPairs = byPairs(liquidityUses, [liquidityUses.accountId, liquidityUses.symbol], use)

/** What these accounts took of these instruments' liquidity. [profile.impact] */
export const liquidityUsesOf = (runner: StatementRunner, keys: readonly HoldingKey[]) =>
  ofPairs(
    runner,
    keys.map(({ accountId, symbol }) => [accountId, symbol]),
  )

export const SAVED_USES = upsertRows('use', liquidityUses, ['asOf', 'quantity'])
