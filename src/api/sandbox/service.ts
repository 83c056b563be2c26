/** The controls that a test has over the market and its own accounts. */
import type { AccountReset } from '../../core/account/capital'
import type { Instrument } from '../../core/instrument'
import type { Amount } from '../../core/money'
import { isRefused, type Refused, refused, refusedParam } from '../../core/refusals'
import { type Instant, isBefore } from '../../core/time'
import { changeInstrument, keepTradability } from '../../ledger/instruments'
import { setHalted } from '../../ledger/market-state'
import { type NewPin, pinQuote, releaseQuote } from '../../ledger/pinned-quotes'
import type { InstrumentDirectory } from '../../market/instruments'
import type { PinnedQuotes } from '../../market/pins'
import type { Database } from '../../postgres/database'
import { lockCommand, resetCommand } from '../../trading/commands/account'
import type { Matcher } from '../../trading/matcher/matcher'
import { type OrBusy, type Sequencer, submitOrRefuse } from '../../trading/sequencer'
import {
  type Caller,
  type ClientMaker,
  type ClientMakerDeps,
  clientMaker,
  mayChange,
  type NotTheirs,
} from './clients'
import { type ClockControls, type ClockDeps, clockControls } from './clock'
import type { InstrumentChange, PinRequest } from './decode'
import {
  type FaultControlDeps,
  type FaultControls,
  faultControls,
  type OutcomeControls,
  type OutcomeDeps,
  outcomeControls,
} from './forced/service'
import type { ScenarioRunner } from './scenario-runner'
import { SnapshotControls, type SnapshotDeps } from './snapshots'

export type { ClockReading } from './clock'
export type StandingPin = NewPin

export interface SandboxDeps
  extends ClockDeps,
    Pick<OutcomeDeps, 'forcing'>,
    Pick<FaultControlDeps, 'faults' | 'routes'>,
    Pick<SnapshotDeps, 'restartStreams' | 'restores' | 'startedAt'> {
  readonly database: Database
  readonly sequencer: Sequencer
  readonly matcher: Matcher
  readonly instruments: InstrumentDirectory
  readonly pins: Pick<PinnedQuotes, 'refresh' | 'reload' | 'active'>
  /** The market's first instant if it has carried out no tick yet; null otherwise. */
  readonly beganAt: Instant | null
  /** The cash of an account that is made or reset without a sum [run.cash]. */
  readonly initialCash: Amount
  /** The profile of an account that is made without one. */
  readonly fillProfile: ClientMakerDeps['fillProfile']
  readonly wallNow: ClientMakerDeps['wallNow']
  readonly signInsChanged: ClientMakerDeps['signInsChanged']
  readonly scenario: ScenarioRunner
}

type Unknown = Refused<'symbol-not-found'>

export class SandboxService {
  readonly #deps: SandboxDeps
  readonly clock: ClockControls
  readonly scenario: ScenarioRunner
  readonly snapshots: SnapshotControls
  readonly clients: ClientMaker
  readonly outcomes: OutcomeControls
  readonly faults: FaultControls
  /** The pinned quotes. */
  readonly pins: () => readonly StandingPin[]

  constructor(deps: SandboxDeps) {
    this.#deps = deps
    this.clock = clockControls({
      ...deps,
      matcher: withScenario(deps.scenario, deps.matcher),
    })
    this.scenario = deps.scenario
    this.snapshots = new SnapshotControls(deps, this.clock.read, deps.scenario.afterRewind)
    this.clients = clientMaker({ ...deps, drizzle: deps.database.drizzle })
    this.outcomes = outcomeControls(deps)
    this.faults = faultControls({ ...deps, drizzle: deps.database.drizzle })
    this.pins = deps.pins.active
  }

  /** Refused if the market does not trade the instrument, since the pin would never show. */
  pin(
    anyCase: string,
    sides: PinRequest,
  ): Promise<StandingPin | Unknown | Refused<'instrument-suspended'>> {
    return this.#change(anyCase, async (symbol, now) => {
      if (!this.#deps.feed.trades(symbol, now)) return refused('instrument-suspended', { symbol })
      const pin = { symbol, pinnedAt: this.#quoteChangesAt(now), ...sides }
      await pinQuote(this.#deps.database, pin)
      await this.#deps.pins.refresh()
      return pin
    })
  }

  /** Succeeds even if nothing is pinned. */
  release(anyCase: string): Promise<{ readonly symbol: string } | Unknown> {
    return this.#change(anyCase, async (symbol, now) => {
      await releaseQuote(this.#deps.database, symbol, this.#quoteChangesAt(now))
      await this.#deps.pins.refresh()
      return { symbol }
    })
  }

  changeInstrument(anyCase: string, change: InstrumentChange): Promise<Instrument | Unknown> {
    return this.#change(anyCase, async (symbol, now) => {
      const changedAt = justAfter(this.#carriedTo() ?? now)
      await keepTradability(this.#deps.database.drizzle, symbol, changedAt)
      await changeInstrument(this.#deps.database.drizzle, symbol, change)
      await this.#deps.instruments.refresh()
      this.#deps.matcher.orders.termsChanged()
      return (
        this.#deps.instruments.find(symbol) ??
        refusedParam('symbol-not-found', 'symbol', { symbol })
      )
    })
  }

  async reset(
    caller: Caller,
    accountId: string,
    cash: Amount | undefined = this.#deps.initialCash,
  ): Promise<OrBusy<AccountReset | NotTheirs>> {
    if (!mayChange(caller, accountId)) return refused('account-mismatch')
    const outcome = await submitOrRefuse(this.#deps.sequencer, resetCommand(accountId, cash))
    return isRefused(outcome) && outcome.refused === 'account-not-found'
      ? refused('account-mismatch')
      : outcome
  }

  async lock(
    caller: Caller,
    accountId: string,
    locked: boolean,
  ): Promise<OrBusy<{ readonly accountId: string; readonly locked: boolean } | NotTheirs>> {
    if (!mayChange(caller, accountId)) return refused('account-mismatch')
    const outcome = await submitOrRefuse(this.#deps.sequencer, lockCommand(accountId, locked))
    if (!isRefused(outcome)) return { accountId, locked }
    return outcome.refused === 'account-not-found' ? refused('account-mismatch') : outcome
  }

  async halt(halted: boolean): Promise<{ readonly halted: boolean }> {
    await setHalted(this.#deps.database, halted ? this.#deps.clock.now() : null)
    return { halted }
  }

  /** Changes the market between two of its steps: the change affects the next step. */
  async #change<T>(
    anyCase: string,
    change: (symbol: string, now: Instant) => Promise<T>,
  ): Promise<T | Unknown> {
    const symbol = anyCase.toUpperCase()
    return this.#deps.instruments.has(symbol)
      ? this.#deps.matcher.betweenSteps(() => change(symbol, this.#deps.clock.now()))
      : refusedParam('symbol-not-found', 'symbol', { symbol })
  }

  /**
   * Returns the instant from which a pin or its release counts. If the tick of `now` is over, it
   * has used the quote of that time, and candles keep that quote: the change comes just after the
   * tick [candle.pin-tick]. A clock that runs may stand at a tick that is still to come, which then
   * uses the new quote, as does the first instant of a market.
   */
  #quoteChangesAt(now: Instant): Instant {
    const { beganAt } = this.#deps
    const carriedTo = this.#carriedTo()
    const isToCome = carriedTo !== null && isBefore(carriedTo, now)
    return isToCome || (beganAt !== null && now.equals(beganAt)) ? now : justAfter(now)
  }

  /** The market's progress; null if another server moves the market. */
  #carriedTo(): Instant | null {
    const { matcher, simulated } = this.#deps
    return simulated !== null || matcher.pulse.movesMarket ? matcher.carriedTo : null
  }
}

const justAfter = (tick: Instant): Instant => tick.add({ microseconds: 1 })

/** Makes every advance stop at the lines of the scenario on its way. */
const withScenario = (
  { advanceTo }: ScenarioRunner,
  matcher: Matcher,
): Parameters<typeof clockControls>[0]['matcher'] => ({
  advanceTo,
  setSpeed: matcher.setSpeed,
  get advancingTo() {
    return matcher.advancingTo
  },
})
