/** What the sandbox lets a test do to the market and to its accounts (D11). */
import type { Instrument } from '../../core/instrument'
import type { Order } from '../../core/order'
import { isRefused, type Refused, refused, refusedParam } from '../../core/refusals'
import type { Instant } from '../../core/time'
import type { Amount } from '../../core/units'
import { type Desk, DeskIsBusy } from '../../engine/desk'
import type { Matcher } from '../../engine/matcher'
import { resetCommand } from '../../engine/reset'
import type { InstrumentDirectory } from '../../market/instruments'
import type { PinnedQuotes } from '../../market/pins'
import { setLocked } from '../../store/accounts'
import type { Database } from '../../store/database'
import { changeInstrument } from '../../store/instruments'
import { setHalted } from '../../store/market-controls'
import { type NewPin, pinQuote, releaseQuote } from '../../store/pinned-quotes'
import { isDiskFull } from '../../store/retry'
import { type ClockControls, type ClockDeps, clockControls } from './clock'
import type { InstrumentChange, PinAsked } from './request'

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
    asked: PinAsked,
  ): Promise<StandingPin | Unknown | Refused<'instrument-suspended'>>
  /** Also where none stands. */
  release(symbol: string): Promise<{ readonly symbol: string } | Unknown>
  changeInstrument(symbol: string, change: InstrumentChange): Promise<Instrument | Unknown>
  reset(
    owner: Owner,
    accountId: string,
    cash: Amount | undefined,
  ): Promise<ResetAccount | NotTheirs | Refused<'server-busy' | 'storage-full'>>
  lock(
    owner: Owner,
    accountId: string,
    locked: boolean,
  ): Promise<{ readonly accountId: string; readonly locked: boolean } | NotTheirs>
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
      try {
        const outcome = await desk.carryOut(resetCommand(accountId, cash))
        return isRefused(outcome) ? refused('account-mismatch') : { ...outcome, accountId, cash }
      } catch (error) {
        if (error instanceof DeskIsBusy) return refused('server-busy')
        if (isDiskFull(error)) return refused('storage-full')
        throw error
      }
    },

    async lock(owner, accountId, locked) {
      if (!owner.accountIds.includes(accountId)) return refused('account-mismatch')
      await setLocked(drizzle, accountId, locked ? clock.now() : null)
      return { accountId, locked }
    },

    async halt(halted) {
      await setHalted(drizzle, halted ? clock.now() : null)
      return { halted }
    },
  }
}
