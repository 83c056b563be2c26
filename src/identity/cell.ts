/**
 * The cell of a database: one of several deployments behind one address, each with its own
 * accounts [run.cell-database]. Ids and secrets name it, so that a proxy finds it [run.cell-ids].
 */
import type { Drizzle } from '../postgres/database'
import { StartError } from '../postgres/errors'
import type { Unfit } from '../postgres/fitness'
import type { CellFound } from '../postgres/inspect'
import { clients } from '../postgres/schema/identity'
import { cell } from '../postgres/schema/market'
import { accounts } from '../postgres/schema/trading'
import { lockChosenClientIds } from './clients'

/** The database's cell; null for a database without one. */
export async function cellOf(drizzle: Drizzle): Promise<string | null> {
  const [found] = await drizzle.select({ name: cell.name }).from(cell)
  return found?.name ?? null
}

/** Throws a StartError if the database cannot be the cell that is wanted; null is no cell. */
export async function checkCell(drizzle: Drizzle, wanted: string | null): Promise<void> {
  const stored = await cellOf(drizzle)
  if (wanted === stored) return
  const unfit = unfitCell(wanted, { stored, hasIds: stored !== null || !(await isEmpty(drizzle)) })
  if (unfit !== undefined) throw new StartError(`${unfit.fault}. ${sentence(unfit.remedy)}`)
}

/** Why the database cannot be the cell that is wanted; undefined if it can. */
export function unfitCell(wanted: string | null, { stored, hasIds }: CellFound): Unfit | undefined {
  if (wanted === stored) return undefined
  if (stored !== null) {
    const asked = wanted === null ? 'CELL is unset' : `CELL is ${wanted}`
    return {
      fault: `${asked}, but this database is the cell ${stored}`,
      remedy: `set CELL=${stored}, or choose another database`,
    }
  }
  if (!hasIds) return undefined
  return {
    fault:
      `CELL is ${wanted}, but this database has clients whose ids name no cell, so it stays ` +
      'without one',
    remedy: 'unset CELL, or choose another database',
  }
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** Checks the cell, and names a database that is empty. The caller has locked client ids. */
export async function settleCell(locked: Drizzle, wanted: string | null): Promise<void> {
  await checkCell(locked, wanted)
  if (wanted !== null) await locked.insert(cell).values({ name: wanted }).onConflictDoNothing()
}

/** Settles the cell in a transaction of its own. */
export const agreeOnCell = (drizzle: Drizzle, wanted: string | null): Promise<void> =>
  drizzle.transaction(async (tx) => {
    await lockChosenClientIds(tx)
    await settleCell(tx, wanted)
  })

async function isEmpty(drizzle: Drizzle): Promise<boolean> {
  const client = await drizzle.select({ id: clients.clientId }).from(clients).limit(1)
  const account = await drizzle.select({ id: accounts.accountId }).from(accounts).limit(1)
  return client.length + account.length === 0
}
