/**
 * Controls of a test's market: its clock, quotes and halts, forced outcomes of orders and forced
 * faults of requests [outcome.force] [fault.force].
 */
import { treaty } from '@elysiajs/eden'
import type { SandboxApp } from '../../api/app'
import type { RefusalCode } from '../../core/refusals'
import { NEW_YORK, parseInstant, Temporal } from '../../core/time'
import {
  answered,
  type Client,
  type EventStream,
  type OrderEventsOptions,
  type StreamState,
} from '../sdk'

/** Prices in USD per share, sizes in shares. Default of a size: enough for any order. */
export interface PinnedSides {
  readonly bid: number
  readonly ask: number
  readonly bidSize?: number
  readonly askSize?: number
}

export type Tradable = 'TRADABLE' | 'SELL_ONLY' | 'BUY_ONLY' | 'SUSPENDED'

/** The answer of `GET /sandbox/clock`. */
export interface BrokerTime {
  /** ISO 8601, in Korean time. */
  readonly now: string
  /** Market seconds per second. */
  readonly speed: number
  readonly session: 'PRE' | 'REGULAR' | 'AFTER' | 'DAY' | 'CLOSED'
  /** In New York; null if the market never opens again. */
  readonly tradingDate: string | null
}

/**
 * Each move resolves when everything up to the new time is committed, and when the loops that read
 * streams of the broker's client have processed its events [testkit.barrier].
 */
export interface BrokerClock {
  read(): Promise<BrokerTime>
  /** Takes an ISO 8601 duration such as `PT90S`, by New York's calendar and clock. */
  advance(duration: string): Promise<BrokerTime>
  /** Takes an ISO 8601 time; without an offset it is Korean time. */
  to(instant: string): Promise<BrokerTime>
  /** Moves to the next opening of REGULAR. */
  nextOpen(): Promise<BrokerTime>
  /** Moves to the next close of REGULAR. */
  nextClose(): Promise<BrokerTime>
  /** Sets the market seconds per second; 0 stops the clock. */
  speed(marketSecondsPerSecond: number): Promise<BrokerTime>
}

export interface MarketControls {
  readonly clock: BrokerClock
  /** Sets the quote from the next tick on, until another pin or `unpin`. */
  pin(symbol: string, sides: PinnedSides): Promise<void>
  unpin(symbol: string): Promise<void>
  /** Pins each quote when a move of `clock` reaches its instant. */
  path(symbol: string, points: readonly (readonly [string, PinnedSides])[]): void
  /** Refuses new orders of all accounts with 423. */
  halt(): Promise<void>
  resume(): Promise<void>
  /** Sets which orders the instrument takes. Its open orders wait while it is `SUSPENDED`. */
  tradable(symbol: string, state: Tradable): Promise<void>
  suspend(symbol: string): Promise<void>
  /** Returns the results of the scenario so far. */
  scenario(): Promise<PlayedScenario>
}

/** A row for each line of the scenario, by time. */
export interface PlayedScenario {
  readonly rows: readonly {
    readonly line: number
    readonly text: string
    /** WAITING: its time has not come. */
    readonly state: 'WAITING' | 'DONE' | 'FAILED'
    /** What was found, or why it failed. */
    readonly happened: string
  }[]
  readonly failed: number
  readonly waiting: number
}

type ClockMove = { readonly to: string } | { readonly advance: string }

interface PlannedPin {
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

/** Moves the clock, and pins the planned quotes on the way. */
function clockMoves(sandbox: Sandbox, streams: SteerDeps['streams']) {
  let planned: readonly PlannedPin[] = []

  const readClock = (): Promise<BrokerTime> => answered(sandbox.clock.get())

  /** Moves the clock, and waits for the loops that wait for events now. */
  async function post(change: ClockMove): Promise<BrokerTime> {
    const readers = streams.readers()
    const { accounts, ...time } = await answered(sandbox.clock.post(change))
    await readers.reached(accounts)
    return time
  }

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

/** Selects orders by all fields that are set. Default: all orders. */
export interface MatchedOrders {
  readonly clientId?: string
  readonly accountId?: string
  readonly symbol?: string
  readonly side?: 'BUY' | 'SELL'
  /** The first characters of the clientOrderId, or of the conditional order's that placed it. */
  readonly clientOrderId?: string
  /** The leg of a conditional order that has placed the order. */
  readonly leg?: 'SINGLE' | 'ENTRY' | 'TAKE_PROFIT' | 'STOP_LOSS'
  /** How many orders to decide. Default: all, until it is removed. */
  readonly times?: number
}

export interface WantedOutcome extends MatchedOrders {
  readonly result: 'fill' | 'reject' | 'hold' | 'lose-cancel' | 'expire' | 'cancel'
  /** USD per share of a fill. */
  readonly price?: number
  /** Shares. Default: all that remain. */
  readonly quantity?: number
  /** Shares, instead of `quantity`: the first part fills at once, each other one at a tick. */
  readonly parts?: number[]
  /** The fate of shares that no part takes. Default: hold. */
  readonly rest?: 'hold' | 'market'
  /** The reason of a `reject`. */
  readonly code?: RefusalCode
  /** When a `lose-cancel` fills. Default: next-tick. */
  readonly race?: 'next-tick' | 'at-once'
}

export interface WantedFault {
  readonly clientId?: string
  /** The operationId, such as `placeOrder`. */
  readonly route?: string
  /** How many requests to strike. Default: all, until it is removed. */
  readonly times?: number
  /** Strikes this share of the requests, from 0 to 1, drawn from `seed`. */
  readonly share?: number
  readonly seed?: number
  readonly code?: RefusalCode
  readonly status?: number
  readonly retryAfterSeconds?: number
  readonly at?: 'before' | 'after-commit'
  /** An ISO 8601 duration of machine time, such as `PT2S`. */
  readonly delay?: string
  readonly cut?: 'before' | 'after-commit'
  readonly stream?: 'cut' | 'late'
  readonly messages?: 'events' | 'heartbeats' | 'all'
  readonly token?: 'expired' | 'revoked'
  readonly client?: 'disabled'
}

export interface ForcedHandle {
  /** Returns how many orders it has decided, or how many requests it has struck. */
  hits(): Promise<number>
  remove(): Promise<void>
}

export interface ForcedControls {
  /** Decides the outcome of matching orders. */
  outcome(wanted: WantedOutcome): Promise<ForcedHandle>
  /** Makes matching requests fail. Committed changes stay committed. */
  fault(wanted: WantedFault): Promise<ForcedHandle>
}

export const forcedControls = (
  sandbox: Sandbox,
  inOrder: InOrder,
  streams: Pick<OwnStreams, 'waitForNone'>,
): ForcedControls => ({
  outcome: (wanted) =>
    inOrder(async () => {
      const { outcomeId } = await answered(sandbox.outcomes.put(wanted))
      const outcome = sandbox.outcomes({ outcomeId })
      return {
        hits: () => inOrder(async () => (await answered(outcome.get())).hits),
        remove: () => inOrder(async () => void (await answered(outcome.delete()))),
      }
    }),
  fault: (wanted) =>
    inOrder(async () => {
      if (wanted.stream !== undefined) streams.waitForNone()
      const { faultId } = await answered(sandbox.faults.put(wanted))
      const fault = sandbox.faults({ faultId })
      return {
        hits: () => inOrder(async () => (await answered(fault.get())).hits),
        remove: () => inOrder(async () => void (await answered(fault.delete()))),
      }
    }),
})

export interface LastSeq {
  readonly accountId: string
  readonly lastSeq: number
}

/** The streams of events that a test's client reads: a moved clock waits for them. */
export interface OwnStreams {
  /** The client whose streams of events are followed. */
  readonly client: Client
  /** Stops waiting for streams, since the test makes them late or cuts them. */
  waitForNone(): void
  /** Lists the loops that wait for an event now: a busy loop may itself wait for the clock. */
  readers(): Readers
}

export interface Readers {
  /** Resolves when the readers have processed everything up to these numbers. */
  reached(accounts: readonly LastSeq[]): Promise<void>
}

interface FollowedStream {
  readonly events: EventStream<unknown>
  readonly accountId: string
  /** The loop waits for the next event. */
  isWaiting: boolean
  isLive: boolean
  /** Called when the connection is lost. */
  lost: () => void
}

/** `accountId` is the account of a stream that names none. */
class AccountStreams implements OwnStreams {
  readonly #accountId: string
  readonly #streams = new Set<FollowedStream>()
  #waits = true
  readonly client: Client

  constructor(client: Client, accountId: string) {
    this.#accountId = accountId
    this.client = {
      ...client,
      orderEvents: (options) => this.#followed(client.orderEvents, options),
      events: (options) => this.#followed(client.events, options),
    }
  }

  waitForNone(): void {
    this.#waits = false
  }

  readers(): Readers {
    const reading = [...this.#streams].filter(({ isWaiting, isLive }) => isWaiting && isLive)
    return {
      reached: async (accounts) => {
        if (!this.#waits) return
        await Promise.all(
          reading.map((stream) => {
            const account = accounts.find((one) => one.accountId === stream.accountId)
            return account === undefined ? undefined : reachedOrLost(stream, account.lastSeq)
          }),
        )
      },
    }
  }

  #followed<Event>(
    open: (options: OrderEventsOptions) => EventStream<Event>,
    options: OrderEventsOptions = {},
  ): EventStream<Event> {
    const onState = (state: StreamState): void => {
      stream.isLive = state.state === 'live'
      if (!stream.isLive) stream.lost()
      options.onState?.(state)
    }
    const events = open({ ...options, onState })
    const stream: FollowedStream = {
      events,
      accountId: options.accountId ?? this.#accountId,
      isWaiting: false,
      isLive: false,
      lost: () => {},
    }
    this.#streams.add(stream)
    const reading = events[Symbol.asyncIterator]()
    const trackWait = async <Result extends IteratorResult<unknown, void>>(
      next: Promise<Result>,
    ): Promise<Result> => {
      stream.isWaiting = true
      try {
        const result = await next
        if (result.done === true) this.#streams.delete(stream)
        return result
      } catch (error) {
        this.#streams.delete(stream)
        throw error
      } finally {
        stream.isWaiting = false
      }
    }
    return {
      get lastSeq() {
        return events.lastSeq
      },
      reached: events.reached,
      close: () => {
        this.#streams.delete(stream)
        events.close()
      },
      [Symbol.asyncIterator]: () => ({
        next: () => trackWait(reading.next()),
        return: async () => {
          this.#streams.delete(stream)
          return (await reading.return?.()) ?? { done: true, value: undefined }
        },
      }),
    }
  }
}

export const ownStreams = (client: Client, accountId: string): OwnStreams =>
  new AccountStreams(client, accountId)

/** Resolves when the loop has processed the event, or when its connection is lost. */
function reachedOrLost(stream: FollowedStream, seq: number): Promise<void> {
  if (!stream.isLive) return Promise.resolve()
  const lost = new Promise<void>((resolve) => {
    stream.lost = resolve
  })
  return Promise.race([stream.events.reached(seq).catch(() => {}), lost])
}

/**
 * Carries out one control after the other in the order of the calls, so that a test may leave out
 * an `await` between two of them [testkit.in-order].
 */
export type InOrder = <T>(work: () => Promise<T>) => Promise<T>

export function inOrder(): InOrder {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}

/** The sandbox's routes, typed by the server. */
export type Sandbox = ReturnType<typeof sandboxAt>

export const sandboxAt = (url: string, sandboxKey: string) =>
  treaty<SandboxApp>(url, {
    parseDate: false,
    headers: { 'x-sandbox-key': sandboxKey },
  }).sandbox
