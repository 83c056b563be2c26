/**
 * The cell of a database: one of several deployments behind one address, each with its own
 * accounts [run.cell-database]. Ids and secrets name it, so that a proxy finds it [run.cell-ids].
 */
import type { Drizzle } from '../postgres/database'
import { StartError } from '../postgres/errors'
import { accounts, cell, clients } from '../postgres/schema'
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
  if (stored !== null) {
    const asked = wanted === null ? 'CELL is unset' : `CELL is ${wanted}`
    throw new StartError(
      `${asked}, but this database is the cell ${stored}. Set CELL=${stored}, or choose ` +
        'another database.',
    )
  }
  if (await isEmpty(drizzle)) return
  throw new StartError(
    `CELL is ${wanted}, but this database has clients whose ids name no cell, so it stays ` +
      'without one. Unset CELL, or choose another database.',
  )
}

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
