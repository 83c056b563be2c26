/**
 * The market's controls: its clock, its quotes, its halts. Decides what becomes of orders and of
 * answers [outcome.force] [fault.force].
 */

import { treaty } from '@elysiajs/eden'
import type { SandboxApp } from '../../api/app'
import type { RefusalCode } from '../../core/refusals'
import { NEW_YORK, parseInstant, Temporal } from '../../core/time'
import {
  answered,
  type Client,
  type OrderEvents,
  type OrderEventsOptions,
  type StreamState,
} from '../sdk'

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

/** Which orders; without any of them, all. */
export interface MatchedOrders {
  readonly clientId?: string
  readonly accountId?: string
  readonly symbol?: string
  readonly side?: 'BUY' | 'SELL'
  /** The beginning of the clientOrderId. */
  readonly clientOrderId?: string
  /** How many orders. Default: until it is removed. */
  readonly times?: number
}

export interface WantedOutcome extends MatchedOrders {
  readonly result: 'fill' | 'reject' | 'hold' | 'lose-cancel' | 'expire' | 'cancel'
  /** USD per share of a fill. */
  readonly price?: number
  /** Shares; all that remain when left out. */
  readonly quantity?: number
  /** Instead of `quantity`: the first at once, the others one at each tick. */
  readonly parts?: number[]
  /** What becomes of shares that no part takes. Default: hold. */
  readonly rest?: 'hold' | 'market'
  /** Of `reject`. */
  readonly code?: RefusalCode
  /** Of `lose-cancel`. Default: next-tick. */
  readonly race?: 'next-tick' | 'at-once'
}

export interface WantedFault {
  readonly clientId?: string
  /** The operationId, such as `placeOrder`. */
  readonly route?: string
  /** How many requests. Default: until it is removed. */
  readonly times?: number
  /** Strikes this share of them, drawn from `seed`. */
  readonly share?: number
  readonly seed?: number
  readonly code?: RefusalCode
  readonly status?: number
  readonly retryAfterSeconds?: number
  readonly at?: 'before' | 'after-commit'
  /** ISO 8601, by machine time: `PT2S`. */
  readonly delay?: string
  readonly cut?: 'before' | 'after-commit'
  readonly stream?: 'cut' | 'late'
  readonly messages?: 'events' | 'heartbeats' | 'all'
  readonly token?: 'expired' | 'revoked'
  readonly client?: 'disabled'
}

export interface ForcedHandle {
  /** How many orders it has decided, or requests it has struck. */
  hits(): Promise<number>
  remove(): Promise<void>
}

export interface ForcedControls {
  /** What becomes of the orders that match. */
  outcome(wanted: WantedOutcome): Promise<ForcedHandle>
  /** How the requests fail that match; what was committed stays committed. */
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

/** The streams that a test's own client reads, so that a moved clock can wait for them. */
export interface LastSeq {
  readonly accountId: string
  readonly lastSeq: number
}

export interface OwnStreams {
  /** The client, of which every stream of order events is followed. */
  readonly client: Client
  /** Streams are late or cut by the test's own wish: from now on nothing waits for them. */
  waitForNone(): void
  /** Records who is waiting for an event now. A loop that is busy may itself wait for the clock. */
  readers(): Readers
}

export interface Readers {
  /** Resolves when those readers are done with everything up to these numbers. */
  reached(accounts: readonly LastSeq[]): Promise<void>
}

interface Followed {
  readonly events: OrderEvents
  readonly accountId: string
  /** Its loop has asked for the next event. */
  isWaiting: boolean
  isLive: boolean
  /** Called when its connection is lost. */
  lost: () => void
}

/** `accountId` is the account of a stream that names none. */
class AccountStreams implements OwnStreams {
  readonly #accountId: string
  readonly #client: Client
  readonly #followed = new Set<Followed>()
  #waits = true
  readonly client: Client

  constructor(client: Client, accountId: string) {
    this.#accountId = accountId
    this.#client = client
    this.client = { ...client, orderEvents: this.#orderEvents }
  }

  waitForNone(): void {
    this.#waits = false
  }

  readers(): Readers {
    const reading = [...this.#followed].filter(({ isWaiting, isLive }) => isWaiting && isLive)
    return {
      reached: async (accounts) => {
        if (!this.#waits) return
        await Promise.all(
          reading.map((stream) => {
            const account = accounts.find((one) => one.accountId === stream.accountId)
            return account === undefined ? undefined : arrived(stream, account.lastSeq)
          }),
        )
      },
    }
  }

  readonly #orderEvents = (options: OrderEventsOptions = {}): OrderEvents => {
    const onState = (state: StreamState): void => {
      stream.isLive = state.state === 'live'
      if (!stream.isLive) stream.lost()
      options.onState?.(state)
    }
    const events = this.#client.orderEvents({ ...options, onState })
    const stream: Followed = {
      events,
      accountId: options.accountId ?? this.#accountId,
      isWaiting: false,
      isLive: false,
      lost: () => {},
    }
    this.#followed.add(stream)
    const reading = events[Symbol.asyncIterator]()
    const noted = async <Result extends IteratorResult<unknown, void>>(
      next: Promise<Result>,
    ): Promise<Result> => {
      stream.isWaiting = true
      try {
        const result = await next
        if (result.done === true) this.#followed.delete(stream)
        return result
      } catch (error) {
        this.#followed.delete(stream)
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
        this.#followed.delete(stream)
        events.close()
      },
      [Symbol.asyncIterator]: () => ({
        next: () => noted(reading.next()),
        return: async () => {
          this.#followed.delete(stream)
          return (await reading.return?.()) ?? { done: true, value: undefined }
        },
      }),
    }
  }
}

export const ownStreams = (client: Client, accountId: string): OwnStreams =>
  new AccountStreams(client, accountId)

/** Or ends without them: a lost connection comes back whenever it can. */
function arrived(stream: Followed, seq: number): Promise<void> {
  if (!stream.isLive) return Promise.resolve()
  const lost = new Promise<void>((resolve) => {
    stream.lost = resolve
  })
  return Promise.race([stream.events.reached(seq).catch(() => {}), lost])
}

/**
 * Carries out one control after the other, in the order of the calls: a test may leave out an
 * `await` between two of them [testkit.in-order].
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

/** The controls over HTTP, with the sandbox's key: typed by the server's own routes. */
export type Sandbox = ReturnType<typeof sandboxAt>

/** `send` is the fetch of the caller. */
export const sandboxAt = (url: string, sandboxKey: string) =>
  treaty<SandboxApp>(url, {
    parseDate: false,
    headers: { 'x-sandbox-key': sandboxKey },
  }).sandbox
