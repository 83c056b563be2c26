/**
 * Accounts and instruments as this process last read or wrote them, each with the version of its
 * row. What is decided on them counts only where the versions are still those, which the statement
 * that writes the decision makes sure of: so a kept row may be out of date, and never wrong.
 */
import type { Account } from '../core/account/account'
import type { TradedInstrument } from '../core/instrument'
import type { RowVersion } from '../store/pg/row-version'
import type { Command } from './batch'
import type { ReadRows } from './batch-rows'

/** Half a kilobyte each. */
const ACCOUNTS_MAX = 20_000
const INSTRUMENTS_MAX = 5_000

export interface KeptAccount {
  readonly account: Account
  readonly version: RowVersion
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
  /** The account as a committed statement has left it. */
  wrote(account: Account, version: RowVersion): void
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
  const accounts = newest<Entry>(ACCOUNTS_MAX)
  const instruments = newest<KeptInstrument>(INSTRUMENTS_MAX)
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
    suffice: (command) =>
      isBuyOrder(command) &&
      accountOf(command.accountId) !== undefined &&
      (command.symbols ?? []).every((symbol) => instruments.get(symbol) !== undefined),
    learn(read) {
      forgetOthers()
      for (const {
        account: { accountId },
        version,
        versionToCome,
      } of read.accounts) {
        const before = accounts.get(accountId)
        const isShared = before?.isShared === true && before.version !== version
        const after = read.changed(accountId)
        // A row that was locked alone keeps the mark of it, and would not count as current.
        if (after === null) accounts.delete(accountId)
        else accounts.set(accountId, { account: after, version: versionToCome, isShared })
      }
      for (const { version, ...instrument } of read.instruments) {
        instruments.set(instrument.symbol, { instrument, version })
      }
    },
    wrote(account, version) {
      accounts.set(account.accountId, { account, version, isShared: false })
    },
    doubt(accountId) {
      const entry = accounts.get(accountId)
      if (entry !== undefined) accounts.set(accountId, { ...entry, isShared: true })
    },
  }
}

/** Other commands ask for more than accounts and instruments, or change more. */
const isBuyOrder = ({
  clientOrderIds,
  heldSymbols = [],
  orderIds,
  takesLiquidity,
  wholeAccount,
  fence,
}: Command<unknown>): boolean =>
  clientOrderIds !== undefined &&
  heldSymbols.length === 0 &&
  orderIds === undefined &&
  takesLiquidity === undefined &&
  wholeAccount === undefined &&
  fence === undefined

/** The entries used last: at least half of `max`, and no more. */
function newest<Value>(max: number) {
  let young = new Map<string, Value>()
  let old = new Map<string, Value>()

  function set(key: string, value: Value): void {
    young.set(key, value)
    if (young.size < max / 2) return
    old = young
    young = new Map()
  }
  return {
    set,
    get(key: string): Value | undefined {
      const found = young.get(key)
      if (found !== undefined) return found
      const older = old.get(key)
      if (older !== undefined) set(key, older)
      return older
    },
    delete(key: string): void {
      young.delete(key)
      old.delete(key)
    },
    clear(): void {
      young.clear()
      old.clear()
    },
  }
}
