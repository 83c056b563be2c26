import { getTableColumns } from 'drizzle-orm'
import type { LiquidityUse } from '../../core/order/liquidity'
import { upsertMany } from '../pg/bulk'
import { byPairs } from '../pg/by-pairs'
import { arrayLiteral, type StatementRunner, selection } from '../pg/statement'
import { liquidityUses } from '../schema'
import type { HoldingKey } from './holdings'

const use = selection(getTableColumns(liquidityUses))

const ofPairs = byPairs(liquidityUses, [liquidityUses.accountId, liquidityUses.symbol], use)

/** What these accounts have taken of these instruments' liquidity. [profile.standard] */
export const liquidityUsesOf = (runner: StatementRunner, keys: readonly HoldingKey[]) =>
  runner.all(ofPairs, {
    firsts: arrayLiteral(keys.map(({ accountId }) => accountId)),
    seconds: arrayLiteral(keys.map(({ symbol }) => symbol)),
  })

const writeUses = upsertMany(liquidityUses, ['asOf', 'quantity'])

export const saveLiquidityUses = (changed: readonly LiquidityUse[]) => writeUses(changed)
