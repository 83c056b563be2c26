/**
 * Accounts and instruments as this process last read or wrote them, each with the version of its
 * row. What is decided on them counts only where the versions are still those, which the statement
 * that writes the decision makes sure of: so a kept row may be out of date, and never wrong.
 */
import type { Account, Holding } from '../core/account/account'
import type { TradedInstrument } from '../core/instrument'
import { lastUsed } from '../core/last-used'
import type { RowVersion } from '../store/pg/row-version'
import type { Command } from './batch'
import type { ReadRows } from './batch-rows'

/** Half a kilobyte each, and as much for each of an account's holdings: 100 MB at the most. */
const ACCOUNTS_MAX = 10_000
const HOLDINGS_MAX = 20
const INSTRUMENTS_MAX = 5_000

export interface KeptAccount {
  readonly account: Account
  readonly version: RowVersion
  /** Some of its holdings, by their symbol. Whoever changes one changes the account's row too. */
  readonly holdings: ReadonlyMap<string, Holding>
}

export interface KeptInstrument {
  readonly instrument: TradedInstrument
  readonly version: RowVersion
}

export interface KeptRows {
  /** Undefined: it is not known, or somebody else changes it too. */
  account(accountId: string): KeptAccount | undefined
  instrument(symbol: string): KeptInstrument | undefined
  /** Whether all that the command is decided on is kept. It is one that may make a new order. */
  suffice(command: Command<unknown>): boolean
  /** What a committed batch has read under locks, and what it has left. */
  learn(read: ReadRows): void
  /** The account as a committed statement has left it, with the holdings that it has changed. */
  wrote(account: Account, version: RowVersion, changed: readonly Holding[]): void
  /**
   * Somebody else has changed the account. It is known again once it was as this process had left
   * it: where two servers share an account, what is decided on kept rows would be in vain.
   */
  doubt(accountId: string): void
}

interface Entry extends KeptAccount {
  readonly isShared: boolean
}

/**
 * `connectionsLost` counts: behind a new connection there may be another database, or the same one
 * with an older state brought back, whose rows have versions that were others' before.
 */
export function openKeptRows(connectionsLost: () => number = () => 0): KeptRows {
  const accounts = lastUsed<Entry>(ACCOUNTS_MAX)
  const instruments = lastUsed<KeptInstrument>(INSTRUMENTS_MAX)
  let lost = connectionsLost()

  function forgetOthers(): void {
    if (lost === connectionsLost()) return
    lost = connectionsLost()
    accounts.clear()
    instruments.clear()
  }

  function accountOf(accountId: string): KeptAccount | undefined {
    forgetOthers()
    const entry = accounts.get(accountId)
    return entry?.isShared === false ? entry : undefined
  }

  return {
    account: accountOf,
    instrument: instruments.get,
    suffice(command) {
      if (!isNewOrder(command)) return false
      const account = accountOf(command.accountId)
      const { symbols = [], heldSymbols = [] } = command
      return (
        account !== undefined &&
        symbols.every((symbol) => instruments.get(symbol) !== undefined) &&
        heldSymbols.every((symbol) => account.holdings.has(symbol))
      )
    },
    learn(read) {
      forgetOthers()
      for (const { account, version, versionToCome } of read.accounts) {
        const { accountId } = account
        const before = accounts.get(accountId)
        const after = read.changed(accountId)
        // A row that was locked alone keeps the mark of it, and would not count as current.
        if (after === null) accounts.delete(accountId)
        else {
          const isAsKept = before?.version === version
          accounts.set(accountId, {
            account: after,
            version: versionToCome,
            isShared: before?.isShared === true && !isAsKept,
            holdings: withHoldings(isAsKept ? before.holdings : NONE, read.holdings(accountId)),
          })
        }
      }
      for (const { version, ...instrument } of read.instruments) {
        instruments.set(instrument.symbol, { instrument, version })
      }
    },
    wrote(account, version, changed) {
      const before = accounts.get(account.accountId)?.holdings ?? NONE
      const holdings = withHoldings(before, changed)
      accounts.set(account.accountId, { account, version, holdings, isShared: false })
    },
    doubt(accountId) {
      const entry = accounts.get(accountId)
      if (entry !== undefined) accounts.set(accountId, { ...entry, isShared: true })
    },
  }
}

const NONE: ReadonlyMap<string, Holding> = new Map()

function withHoldings(
  before: ReadonlyMap<string, Holding>,
  known: readonly Holding[],
): ReadonlyMap<string, Holding> {
  if (known.length === 0) return before
  // An account that holds more begins anew: those of the batch are enough for it to go on.
  const after = new Map(before.size < HOLDINGS_MAX ? before : NONE)
  for (const holding of known) after.set(holding.symbol, holding)
  return after
}

/** Other commands ask for more than is kept, or change more. */
const isNewOrder = ({
  clientOrderIds,
  orderIds,
  takesLiquidity,
  wholeAccount,
  fence,
}: Command<unknown>): boolean =>
  clientOrderIds !== undefined &&
  orderIds === undefined &&
  takesLiquidity === undefined &&
  wholeAccount === undefined &&
  fence === undefined
