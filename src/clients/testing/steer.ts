/** The market's controls: its clock, its quotes, its halts. */
import { NEW_YORK, parseInstant, Temporal } from '../../core/time'
import { answered } from '../sdk'
import type { OwnStreams } from './own-streams'
import type { InOrder } from './queue'
import type { Sandbox } from './sandbox'

/** USD per share; sizes in shares, enough for any order where they are left out. */
export interface PinnedSides {
  readonly bid: number
  readonly ask: number
  readonly bidSize?: number
  readonly askSize?: number
}

export type Tradable = 'TRADABLE' | 'SELL_ONLY' | 'BUY_ONLY' | 'SUSPENDED'

/** The market's time, as `GET /sandbox/clock` tells it. */
export interface BrokerTime {
  /** ISO 8601, in Korea. */
  readonly now: string
  /** Market seconds per second. */
  readonly speed: number
  readonly session: 'PRE' | 'REGULAR' | 'AFTER' | 'DAY' | 'CLOSED'
  /** In New York; null where the market never opens again. */
  readonly tradingDate: string | null
}

/**
 * Each move resolves when everything up to the new time is carried out and committed, and when the
 * streams of the broker's own client have brought it to their loops [testkit.barrier].
 */
export interface BrokerClock {
  read(): Promise<BrokerTime>
  /** An ISO 8601 duration such as `PT90S`, counted on New York's calendar and clock. */
  advance(duration: string): Promise<BrokerTime>
  /** An ISO 8601 time; without an offset it is Korean time. */
  to(instant: string): Promise<BrokerTime>
  /** To the next opening of REGULAR. */
  nextOpen(): Promise<BrokerTime>
  /** To the next close of REGULAR. */
  nextClose(): Promise<BrokerTime>
  /** Market seconds per second; 0 stands still. */
  speed(marketSecondsPerSecond: number): Promise<BrokerTime>
}

export interface MarketControls {
  readonly clock: BrokerClock
  /** From the next tick on, until it is pinned anew or unpinned. */
  pin(symbol: string, sides: PinnedSides): Promise<void>
  unpin(symbol: string): Promise<void>
  /** Pins each quote when the clock reaches its instant by one of the moves above. */
  path(symbol: string, points: readonly (readonly [string, PinnedSides])[]): void
  /** Placing answers 423 for all accounts. */
  halt(): Promise<void>
  resume(): Promise<void>
  /** Which orders the instrument takes; its open orders wait while it is `SUSPENDED`. */
  tradable(symbol: string, state: Tradable): Promise<void>
  suspend(symbol: string): Promise<void>
  /** What became of the scenario so far: a row for each of its lines. */
  scenario(): Promise<PlayedScenario>
}

/** A scenario's lines, by their times. */
export interface PlayedScenario {
  readonly rows: readonly {
    readonly line: number
    readonly text: string
    /** WAITING: its time has not come. */
    readonly state: 'WAITING' | 'DONE' | 'FAILED'
    /** What was found, or why it failed. */
    readonly happened: string
  }[]
  /** How many rows failed. */
  readonly failed: number
  /** How many rows wait for their time. */
  readonly waiting: number
}

type ClockMove = { readonly to: string } | { readonly advance: string }

interface Planned {
  readonly at: Temporal.Instant
  readonly symbol: string
  readonly sides: PinnedSides
}

export interface SteerDeps {
  readonly sandbox: Sandbox
  readonly next: () => Promise<{ readonly open: string | null; readonly close: string | null }>
  readonly inOrder: InOrder
  readonly streams: Pick<OwnStreams, 'readers'>
}

const pinQuote = (sandbox: Sandbox, symbol: string, { bid, ask, ...sizes }: PinnedSides) =>
  answered(sandbox.quotes({ symbol }).put({ bidPrice: bid, askPrice: ask, ...sizes }))

/** The moves of the clock, each through the quotes that are planned on its way. */
function clockMoves(sandbox: Sandbox, streams: SteerDeps['streams']) {
  let planned: readonly Planned[] = []

  const readClock = (): Promise<BrokerTime> => answered(sandbox.clock.get())

  /** Sends the clock off, and waits for the loops that wait for events now. */
  async function post(change: ClockMove): Promise<BrokerTime> {
    const readers = streams.readers()
    const { accounts, ...time } = await answered(sandbox.clock.post(change))
    await readers.reached(accounts)
    return time
  }

  /** Through the planned quotes on the way. */
  async function moveTo(target: Temporal.Instant): Promise<BrokerTime> {
    for (;;) {
      const [due, ...later] = planned
      if (due === undefined || Temporal.Instant.compare(target, due.at) < 0) break
      await post({ to: due.at.toString() })
      planned = later
      await pinQuote(sandbox, due.symbol, due.sides)
    }
    return post({ to: target.toString() })
  }

  async function advance(duration: string): Promise<BrokerTime> {
    if (planned.length === 0) return post({ advance: duration })
    const { now } = await readClock()
    return moveTo(Temporal.Instant.from(now).toZonedDateTimeISO(NEW_YORK).add(duration).toInstant())
  }

  return {
    read: readClock,
    advance,
    to: moveTo,
    plan(symbol: string, points: readonly (readonly [string, PinnedSides])[]): void {
      const added = points.map(([at, sides]) => ({ at: instantOf(at), symbol, sides }))
      planned = [...planned, ...added].toSorted((one, other) =>
        Temporal.Instant.compare(one.at, other.at),
      )
    },
  }
}

export function steering({ sandbox, next, inOrder, streams }: SteerDeps): MarketControls {
  const moves = clockMoves(sandbox, streams)

  async function toNext(edge: 'open' | 'close'): Promise<BrokerTime> {
    const at = (await next())[edge]
    if (at === null) throw new Error(`The market has no next ${edge}.`)
    return moves.to(instantOf(at))
  }

  return {
    clock: {
      read: () => inOrder(moves.read),
      advance: (duration) => inOrder(() => moves.advance(duration)),
      to: (instant) => inOrder(() => moves.to(instantOf(instant))),
      nextOpen: () => inOrder(() => toNext('open')),
      nextClose: () => inOrder(() => toNext('close')),
      speed: (speed) =>
        inOrder(async () => {
          const { accounts: _, ...time } = await answered(sandbox.clock.post({ speed }))
          return time
        }),
    },
    pin: (symbol, sides) => inOrder(async () => void (await pinQuote(sandbox, symbol, sides))),
    unpin: (symbol) =>
      inOrder(async () => void (await answered(sandbox.quotes({ symbol }).delete()))),
    path: moves.plan,
    halt: () => inOrder(async () => void (await answered(sandbox.halt.put()))),
    resume: () => inOrder(async () => void (await answered(sandbox.halt.delete()))),
    tradable: (symbol, tradable) => inOrder(() => change(symbol, tradable)),
    suspend: (symbol) => inOrder(() => change(symbol, 'SUSPENDED')),
    scenario: () => inOrder(() => answered(sandbox.scenarios.get())),
  }

  async function change(symbol: string, tradable: Tradable): Promise<void> {
    await answered(sandbox.instruments({ symbol }).put({ tradable }))
  }
}

function instantOf(text: string): Temporal.Instant {
  const instant = parseInstant(text)
  if (instant === undefined) {
    throw new Error(
      `${JSON.stringify(text)} is not an ISO 8601 time such as 2026-03-02T10:00-05:00`,
    )
  }
  return instant
}
