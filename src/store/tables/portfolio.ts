import { and, asc, eq, gt } from 'drizzle-orm'
import type { Account, Holding } from '../../core/account/account'
import { NO_QUANTITY } from '../../core/money'
import type { Drizzle } from '../database'
import { accounts, holdings, instruments } from '../schema'

export interface NamedHolding extends Holding {
  /** The instrument's. */
  readonly name: string
}

export interface Portfolio {
  readonly account: Account
  /** By symbol; instruments that the account has sold out of are left out. */
  readonly holdings: readonly NamedHolding[]
}

/** An account and its holdings at one moment: one statement is one snapshot. */
export async function findPortfolio(
  drizzle: Drizzle,
  accountId: string,
): Promise<Portfolio | undefined> {
  const rows = await drizzle
    .select({ account: accounts, holding: holdings, name: instruments.name })
    .from(accounts)
    .leftJoin(
      holdings,
      and(eq(holdings.accountId, accounts.accountId), gt(holdings.quantity, NO_QUANTITY)),
    )
    .leftJoin(instruments, eq(instruments.symbol, holdings.symbol))
    .where(eq(accounts.accountId, accountId))
    .orderBy(asc(holdings.symbol))
  const [first] = rows
  if (first === undefined) return undefined
  const { cash, heldCash, seq, lastEventAt, lockedAt, fillProfile } = first.account
  const locked = lockedAt !== null
  return {
    account: { accountId, cash, heldCash, seq, lastEventAt, locked, fillProfile },
    holdings: rows.flatMap(({ holding, name }) =>
      holding === null ? [] : [{ ...holding, name: name ?? holding.symbol }],
    ),
  }
}
