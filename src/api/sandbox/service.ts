/** What the sandbox lets a test do to the market and to its accounts (D11). */
import type { Instrument } from '../../core/instrument'
import type { Amount } from '../../core/money'
import type { Order } from '../../core/order/order'
import { isRefused, type Refused, refused, refusedParam } from '../../core/refusals'
import type { Instant } from '../../core/time'
import type { InstrumentDirectory } from '../../market/instruments'
import type { PinnedQuotes } from '../../market/pins'
import type { Database } from '../../store/database'
import { changeInstrument } from '../../store/tables/instruments'
import { setHalted } from '../../store/tables/market-controls'
import { type NewPin, pinQuote, releaseQuote } from '../../store/tables/pinned-quotes'
import { lockCommand } from '../../trading/commands/lock'
import { resetCommand } from '../../trading/commands/reset'
import type { Desk } from '../../trading/desk'
import { type OrBusy, submitOrRefuse } from '../../trading/desk'
import type { Matcher } from '../../trading/matcher/matcher'
import { type ClockControls, type ClockDeps, clockControls } from './clock'
import type { InstrumentChange, PinRequest } from './decode'

export type { ClockReading } from './clock'
export type StandingPin = NewPin

export interface SandboxDeps extends ClockDeps {
  readonly database: Database
  readonly desk: Desk
  readonly matcher: Matcher
  readonly instruments: InstrumentDirectory
  readonly pins: Pick<PinnedQuotes, 'refresh'>
  /** Where the market began on this server: no tick has been carried out there. Null: elsewhere. */
  readonly beganAt: Instant | null
  /** Of an account that is reset without saying. */
  readonly initialCash: Amount
}

/** Whose accounts may be touched. */
interface Owner {
  readonly accountIds: readonly string[]
}

export interface ResetAccount {
  readonly accountId: string
  readonly cash: Amount
  readonly canceled: readonly Order[]
  readonly requestedAt: Instant
}

type Unknown = Refused<'symbol-not-found'>
type NotTheirs = Refused<'account-mismatch'>

export interface SandboxService {
  readonly clock: ClockControls
  /** Refused where the market does not trade the instrument: nothing would be seen of the pin. */
  pin(
    symbol: string,
    asked: PinRequest,
  ): Promise<StandingPin | Unknown | Refused<'instrument-suspended'>>
  /** Also where none stands. */
  release(symbol: string): Promise<{ readonly symbol: string } | Unknown>
  changeInstrument(symbol: string, change: InstrumentChange): Promise<Instrument | Unknown>
  reset(
    owner: Owner,
    accountId: string,
    cash: Amount | undefined,
  ): Promise<OrBusy<ResetAccount | NotTheirs>>
  lock(
    owner: Owner,
    accountId: string,
    locked: boolean,
  ): Promise<OrBusy<{ readonly accountId: string; readonly locked: boolean } | NotTheirs>>
  halt(halted: boolean): Promise<{ readonly halted: boolean }>
}

export function sandboxService(deps: SandboxDeps): SandboxService {
  const { database, desk, matcher, clock, feed, instruments, pins } = deps
  const { drizzle } = database

  /** Changes the market between two of its steps: the next one sees it. */
  const changing = async <T>(
    asked: string,
    change: (symbol: string, now: Instant) => Promise<T>,
  ): Promise<T | Unknown> => {
    const symbol = asked.toUpperCase()
    return instruments.has(symbol)
      ? matcher.betweenSteps(() => change(symbol, clock.now()))
      : refusedParam('symbol-not-found', 'symbol', { symbol })
  }

  /** What the tick of this instant was matched against has been shown, and stays in the candles. */
  const afterTick = (now: Instant): Instant =>
    deps.beganAt !== null && now.equals(deps.beganAt) ? now : now.add({ microseconds: 1 })

  return {
    clock: clockControls(deps),

    pin: (asked, sides) =>
      changing(asked, async (symbol, now) => {
        if (!feed.trades(symbol, now)) return refused('instrument-suspended', { symbol })
        const pin = { symbol, pinnedAt: afterTick(now), ...sides }
        await pinQuote(database, pin)
        await pins.refresh()
        return pin
      }),

    release: (asked) =>
      changing(asked, async (symbol, now) => {
        await releaseQuote(database, symbol, afterTick(now))
        await pins.refresh()
        return { symbol }
      }),

    changeInstrument: (asked, change) =>
      changing(asked, async (symbol) => {
        await changeInstrument(drizzle, symbol, change)
        await instruments.refresh()
        matcher.bookChanged()
        return instruments.find(symbol) ?? refusedParam('symbol-not-found', 'symbol', { symbol })
      }),

    async reset(owner, accountId, cash = deps.initialCash) {
      if (!owner.accountIds.includes(accountId)) return refused('account-mismatch')
      const outcome = await submitOrRefuse(desk, resetCommand(accountId, cash))
      if (!isRefused(outcome)) return { ...outcome, accountId, cash }
      return outcome.refused === 'account-not-found' ? refused('account-mismatch') : outcome
    },

    async lock(owner, accountId, locked) {
      if (!owner.accountIds.includes(accountId)) return refused('account-mismatch')
      const outcome = await submitOrRefuse(desk, lockCommand(accountId, locked))
      if (!isRefused(outcome)) return { accountId, locked }
      return outcome.refused === 'account-not-found' ? refused('account-mismatch') : outcome
    },

    async halt(halted) {
      await setHalted(drizzle, halted ? clock.now() : null)
      return { halted }
    },
  }
}
