/**
 * Explains why an order has not filled, or why at its prices [paper.explanation], and the legs of
 * a conditional order [paper.conditional-explanation].
 */
import type { Account } from '../../../core/account/account'
import { groupEndOf, parentOf } from '../../../core/conditional/child'
import {
  legText,
  type Nearest,
  nearestOf,
  type WatchCursor,
  type WatchedMarket,
  watchesOf,
} from '../../../core/conditional/explain'
import { groupStatus } from '../../../core/conditional/group'
import type { Leg, LegStatus } from '../../../core/conditional/leg'
import { NO_TRIGGER_PRICES } from '../../../core/conditional/trigger'
import { isId } from '../../../core/ids'
import type { TradedInstrument } from '../../../core/instrument'
import { EXPLAINED_TICKS_MAX } from '../../../core/limits'
import { NO_QUANTITY, price, type Quantity, quantity } from '../../../core/money'
import { sentenceOf } from '../../../core/order/explain/sentence'
import type { Step } from '../../../core/order/explain/steps'
import {
  beginningOf,
  type TimelineCursor,
  type TimelineFacts,
  type TimelinePage,
  timelineOf,
} from '../../../core/order/explain/timeline'
import type { FillProfile } from '../../../core/order/fill-profile'
import { FOOTPRINT_MS } from '../../../core/order/footprint'
import { isOpen, type Order } from '../../../core/order/order'
import { queueOnArrival } from '../../../core/order/queue'
import type { PinnedQuote } from '../../../core/quote'
import { type Refused, refused } from '../../../core/refusals'
import { atMs, type Instant, later } from '../../../core/time'
import { cursorAfter, idOfCursor, type ListKey } from '../../../http/wire/paging'
import { findAccount } from '../../../ledger/accounts'
import { eventsOfGroup, legsOfGroups } from '../../../ledger/conditional-orders'
import { fillsOfOrder, rankedFills } from '../../../ledger/fills'
import { isForcedOrder } from '../../../ledger/forced'
import {
  instrumentsOf,
  type TradabilityBefore,
  tradabilityChanges,
} from '../../../ledger/instruments'
import { findOrder, ordersByIds } from '../../../ledger/orders'
import type { Feed } from '../../../market/feed'
import { pinnedFeed } from '../../../market/feeds/pinned'
import type { PinnedQuotes } from '../../../market/pins'
import { nextInstantAfter } from '../../../market/schedule'
import { takeTurn } from '../../../market/turns'
import type { Database } from '../../../postgres/database'
import { type LongRead, longRead } from '../../../postgres/long-read'
import { leaseState } from '../../../postgres/matcher-lease'
import { mayTrigger, shownPrices } from '../../../trading/matcher/reach'
import type { MarketPulse } from '../../../trading/matcher/waits'
import { feedsByPins, type PastDeps, pastMarket, tradabilityAt } from './past-market'

export interface ExplanationDeps {
  readonly database: Database
  readonly past: PastDeps & {
    /** The pins of quotes; null if none can be set. */
    readonly pins: Pick<PinnedQuotes, 'of'> | null
    readonly matcher: { readonly pulse: MarketPulse; readonly carriedTo: Instant }
  }
}

interface ExplanationQuery {
  readonly cursor: string | null
  readonly limit: number
}

export interface ExplainedStep {
  readonly step: Step
  /** One English sentence. */
  readonly text: string
}

export interface Explanation {
  readonly order: Order
  readonly fillProfile: FillProfile
  /** The end of the time for which the market has been carried out. */
  readonly carriedTo: Instant
  /** The newest step, on every page: why an open order waits now, or how it ended. */
  readonly latest: ExplainedStep | null
  readonly steps: readonly ExplainedStep[]
  readonly nextCursor: string | null
}

/** Fills and changes that are read for a page. A page ends at the last of them. */
const ROWS_MAX = 10_000
/**
 * The ticks that can show the newest step: the present one, the one before it, and a session
 * boundary.
 */
const LATEST_TICKS_MAX = 3

export class ExplanationService {
  readonly #deps: ExplanationDeps

  constructor(deps: ExplanationDeps) {
    this.#deps = deps
  }

  /**
   * Explains an order. It calls `charge` with the cost of the call beyond one request, which
   * depends on how many fills it reads.
   */
  readonly explain = async (
    accountId: string,
    orderId: string,
    { cursor, limit }: ExplanationQuery,
    charge: (requests: number) => void,
  ): Promise<Explanation | Refused<'order-not-found' | 'invalid-cursor'>> => {
    const order = isId(orderId)
      ? await findOrder(this.#deps.database, { accountId, orderId })
      : undefined
    const account = await findAccount(this.#deps.database, accountId)
    const [instrument] = await instrumentsOf(
      this.#deps.database,
      order === undefined ? [] : [order.symbol],
    )
    if (order === undefined || account === undefined || instrument === undefined) {
      return refused('order-not-found')
    }
    const pinned = this.#deps.past.pins?.of(order.symbol) ?? []
    const facts: TimelineFacts = {
      order,
      fills: await fillsOfOrder(this.#deps.database.drizzle, order),
      queueOnArrival: arrivalQueue(order, account.fillProfile, this.#deps.past.base, pinned),
      carriedTo: await carriedTo(this.#deps, order.updatedAt),
      isForced: await isForcedOrder(this.#deps.database.drizzle, order),
      groupEnd: await this.#groupEndOf(order),
    }
    const from = cursor === null ? beginningOf(facts) : readCursor(cursor, order)
    if (from === undefined) return refused('invalid-cursor')
    const readPage = this.#pageReader(
      facts,
      account,
      instrument,
      pinned,
      longRead(charge, takeTurn),
    )
    const page = await readPage(from, EXPLAINED_TICKS_MAX, limit)
    const newestPage =
      page.next === null
        ? page
        : await readPage(newest(facts, this.#deps.past), LATEST_TICKS_MAX, 1)
    const latest = newestPage.steps.at(-1)
    const explained = (step: Step): ExplainedStep => ({ step, text: sentenceOf(step, order) })
    return {
      order,
      fillProfile: account.fillProfile,
      carriedTo: facts.carriedTo,
      latest: latest === undefined ? null : explained(latest),
      steps: page.steps.map(explained),
      nextCursor: page.next && cursorOf(page.next, order),
    }
  }

  async #groupEndOf(order: Order): Promise<TimelineFacts['groupEnd']> {
    const parent = parentOf(order)
    if (parent === null || order.status !== 'CANCELED') return null
    const { groupId } = parent
    const { accountId } = order
    const legs = await legsOfGroups(this.#deps.database, [{ accountId, groupId }])
    const leg = legs.find((each) => each.leg === parent.leg)
    return leg === undefined ? null : groupEndOf(leg, order)
  }

  /** Returns a function that reads a page of the order's timeline from a cursor on. */
  #pageReader(
    facts: TimelineFacts,
    account: Account,
    instrument: TradedInstrument,
    pinned: readonly PinnedQuote[],
    pageRead: LongRead,
  ) {
    return async (from: TimelineCursor, ticks: number, steps: number): Promise<TimelinePage> => {
      const { accountId } = account
      const { symbol } = instrument
      const [changes, fills] = await Promise.all([
        tradabilityChanges(this.#deps.database.drizzle, symbol, from.at, ROWS_MAX),
        rankedFills(
          this.#deps.database.drizzle,
          {
            accountId,
            symbol,
            limit: ROWS_MAX,
            from: from.at.subtract({ milliseconds: FOOTPRINT_MS }),
          },
          pageRead,
        ),
      ])
      const until = fills.length < ROWS_MAX ? null : (fills.at(-1)?.filledAt ?? null)
      const market = pastMarket(
        { account, instrument, changes, pins: pinned, fills },
        this.#deps.past,
      )
      return breathing(timelineOf(facts, market, from, { ticks, steps, until }))
    }
  }
}

/** Lets other requests run during a long walk. */
async function breathing<Page>(walk: Generator<void, Page>): Promise<Page> {
  for (;;) {
    const turn = walk.next()
    if (turn.done) return turn.value
    await takeTurn()
  }
}

/**
 * The cursor of the newest step. It needs no earlier steps, since the row holds the order as it is.
 */
function newest({ order, fills, carriedTo }: TimelineFacts, { tickMs }: PastDeps): TimelineCursor {
  const { queueAhead, queueMovedAt, requestedAt, status, updatedAt } = order
  const at = isOpen(status)
    ? later(requestedAt, carriedTo.subtract({ milliseconds: tickMs }))
    : updatedAt
  return { at, fillIndex: fills.length, queueAhead, queueMovedAt }
}

/**
 * The queue by the quote at the order's acceptance, as it was computed then [profile.strict-queue].
 */
function arrivalQueue(
  order: Order,
  profile: FillProfile,
  base: Feed,
  pins: readonly PinnedQuote[],
): Quantity {
  if (profile !== 'strict@2') return NO_QUANTITY
  const feed = pins.length === 0 ? base : pinnedFeed(base, { of: () => pins })
  return queueOnArrival(order, feed.bidAsk(order.symbol, order.requestedAt))
}

const listOf = ({ accountId, orderId }: Order): ListKey => ['explanation', accountId, orderId]

function cursorOf(next: TimelineCursor, order: Order): string {
  const { at, fillIndex, queueAhead, queueMovedAt } = next
  const parts = [at.epochMilliseconds, fillIndex, queueAhead.toFixed()]
  const moved = queueMovedAt === null ? [] : [queueMovedAt.epochMilliseconds]
  return cursorAfter(listOf(order), [...parts, ...moved].join('-'))
}

const ORDER_CURSOR = /^(\d{1,15})-(\d{1,9})-(\d{1,15}(?:\.\d{1,6})?)(?:-(\d{1,15}))?$/

/** Reads a cursor; undefined if the cursor belongs to another order. */
function readCursor(cursor: string, order: Order): TimelineCursor | undefined {
  const [, at, fillIndex, queueAhead, moved] =
    ORDER_CURSOR.exec(idOfCursor(listOf(order), cursor) ?? '') ?? []
  if (at === undefined || queueAhead === undefined) return undefined
  return {
    at: atMs(Number(at)),
    fillIndex: Number(fillIndex),
    queueAhead: quantity(queueAhead),
    queueMovedAt: moved === undefined ? null : atMs(Number(moved)),
  }
}

/** A leg with the time on this page that was nearest to its trigger, and its last order. */
export interface ExplainedLeg {
  readonly leg: Leg
  readonly nearest: Nearest | undefined
  readonly child: Order | undefined
  readonly text: string
}

export interface GroupExplanation {
  readonly groupId: string
  readonly status: LegStatus
  readonly carriedTo: Instant
  readonly legs: readonly ExplainedLeg[]
  readonly nextCursor: string | null
}

export type LegExplanationService = ReturnType<typeof legExplanationService>

/** Returns the market's progress, also if another server moves it; `fallback` if nobody does. */
async function carriedTo(
  { database, past }: Pick<ExplanationDeps, 'database' | 'past'>,
  fallback: Instant,
): Promise<Instant> {
  if (past.matcher.pulse.movesMarket) return past.matcher.carriedTo
  return (await leaseState(database))?.carriedTo ?? fallback
}

export function legExplanationService({ database, past }: ExplanationDeps) {
  return {
    /** Explains a page of the ticks at which its legs waited. */
    async explain(
      accountId: string,
      groupId: string,
      cursor: string | null,
    ): Promise<GroupExplanation | Refused<'conditional-order-not-found' | 'invalid-cursor'>> {
      const legs = isId(groupId) ? await legsOfGroups(database, [{ accountId, groupId }]) : []
      const [first] = legs
      const [instrument] = await instrumentsOf(database, first === undefined ? [] : [first.symbol])
      if (first === undefined || instrument === undefined) {
        return refused('conditional-order-not-found')
      }
      const list: ListKey = ['leg-explanation', accountId, groupId]
      const from = cursor === null ? null : bookmarkOf(idOfCursor(list, cursor))
      if (from === undefined) return refused('invalid-cursor')
      const [events, changes, until, children] = await Promise.all([
        eventsOfGroup(database, first, ROWS_MAX),
        tradabilityChanges(database.drizzle, first.symbol, from?.at ?? first.requestedAt, ROWS_MAX),
        carriedTo({ database, past }, first.updatedAt),
        ordersByIds(
          database,
          legs.flatMap(({ orderId }) => (orderId === null ? [] : [{ accountId, orderId }])),
        ),
      ])
      const pins = past.pins?.of(first.symbol) ?? []
      const market = watchedMarket(past, instrument, changes, pins)
      const watches = watchesOf(legs, events, until)
      const page = await breathing(nearestOf(watches, market, from, EXPLAINED_TICKS_MAX))
      return {
        groupId,
        status: groupStatus(legs),
        carriedTo: until,
        legs: legs.map((leg) => {
          const nearest = page.nearest.get(leg.leg)
          const child = children.find(({ orderId }) => orderId === leg.orderId)
          const hasWaited = watches.some((watch) => watch.leg.leg === leg.leg)
          return { leg, nearest, child, text: legText(leg, { hasWaited, nearest, child }) }
        }),
        nextCursor: page.next && cursorAfter(list, bookmark(page.next)),
      }
    },
  }
}

const bookmark = ({ at, mark }: WatchCursor): string =>
  [at.epochMilliseconds, ...(mark === null ? [] : [mark.toFixed()])].join('-')

const LEG_CURSOR = /^(\d{1,15})(?:-(\d{1,15}(?:\.\d{1,10})?))?$/

/** Reads a cursor; undefined if it belongs to another conditional order. */
function bookmarkOf(text: string | undefined): WatchCursor | undefined {
  const [, at, mark] = LEG_CURSOR.exec(text ?? '') ?? []
  if (at === undefined) return undefined
  return { at: atMs(Number(at)), mark: mark === undefined ? null : price(mark) }
}

function watchedMarket(
  { base, tickMs }: PastDeps,
  instrument: TradedInstrument,
  changes: readonly TradabilityBefore[],
  pins: readonly PinnedQuote[],
): WatchedMarket {
  const { calendar } = base
  const { symbol } = instrument
  const feedAt = feedsByPins(base, pins)
  return {
    nextInstantAfter: (at) => nextInstantAfter(calendar, at.epochMilliseconds, tickMs),
    pricesAt(at, sessions) {
      const { session } = calendar.sessionAt(at)
      const tradability = tradabilityAt(at, instrument, changes)
      if (session === 'CLOSED' || !mayTrigger(sessions, session, tradability)) return null
      const feed = feedAt(at)
      const isHalted = feed.haltedUntil?.(symbol, at) !== undefined // [conditional.live]
      return isHalted ? NO_TRIGGER_PRICES : shownPrices(feed, symbol, at)
    },
    // A pin may leave the bounds of the market without it.
    boundsAt: (at, minutes) =>
      pins.length === 0 && calendar.sessionAt(at).session !== 'CLOSED'
        ? base.reach?.(symbol, at, minutes)
        : undefined,
  }
}
