/** Explains the legs of a conditional order [paper.conditional-explanation]. */
import {
  type Nearest,
  nearestOf,
  type WatchCursor,
  type WatchedMarket,
  type WatchPage,
  watchesOf,
} from '../../../../core/conditional/explain'
import { groupStatus } from '../../../../core/conditional/group'
import type { Leg, LegStatus } from '../../../../core/conditional/leg'
import { legText } from '../../../../core/conditional/sentence'
import { triggerPrices } from '../../../../core/conditional/trigger'
import { isId } from '../../../../core/ids'
import { type TradedInstrument, tradesInSession } from '../../../../core/instrument'
import { EXPLAINED_TICKS_MAX } from '../../../../core/limits'
import { price } from '../../../../core/money'
import type { Order } from '../../../../core/order/order'
import type { PinnedQuote } from '../../../../core/quote'
import { type Refused, refused } from '../../../../core/refusals'
import { atMs, type Instant } from '../../../../core/time'
import { cursorAfter, idOfCursor, type ListKey } from '../../../../http/wire/paging'
import { eventsOfGroup, legsOfGroups } from '../../../../ledger/conditional-orders'
import {
  instrumentsOf,
  type TradabilityBefore,
  tradabilityChanges,
} from '../../../../ledger/instruments'
import { ordersByIds } from '../../../../ledger/orders'
import { nextInstantAfter } from '../../../../market/schedule'
import { takeTurn } from '../../../../market/turns'
import { leaseState } from '../../../../postgres/matcher-lease'
import { feedsByPins, type PastDeps, tradabilityAt } from '../past-market'
import type { ExplanationDeps } from '../service'

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

/** Changes of an instrument and events of a group that are read for a page. */
const ROWS_MAX = 10_000

export function legExplanationService({ database, past }: ExplanationDeps) {
  async function carriedTo(fallback: Instant): Promise<Instant> {
    if (past.matcher.pulse.movesMarket) return past.matcher.carriedTo
    return (await leaseState(database))?.carriedTo ?? fallback
  }

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
        carriedTo(first.updatedAt),
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
          return { leg, nearest, child, text: legText(leg, nearest, child) }
        }),
        nextCursor: page.next && cursorAfter(list, bookmark(page.next)),
      }
    },
  }
}

const bookmark = ({ at, mark }: WatchCursor): string =>
  [at.epochMilliseconds, ...(mark === null ? [] : [mark.toFixed()])].join('-')

const PARTS = /^(\d{1,15})(?:-(\d{1,15}(?:\.\d{1,10})?))?$/

/** Reads a cursor; undefined if it belongs to another conditional order. */
function bookmarkOf(text: string | undefined): WatchCursor | undefined {
  const [, at, mark] = PARTS.exec(text ?? '') ?? []
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
      if (session === 'CLOSED' || !sessions.includes(session)) return null
      if (tradability.tradable === 'SUSPENDED' || !tradesInSession(session, tradability))
        return null
      const feed = feedAt(at)
      return triggerPrices(
        () => feed.quote(symbol, at)?.price,
        () => feed.bidAsk(symbol, at),
      )
    },
    // A pin may leave the bounds of the market without it.
    boundsAt: (at, minutes) =>
      pins.length === 0 && calendar.sessionAt(at).session !== 'CLOSED'
        ? base.reach?.(symbol, at, minutes)
        : undefined,
  }
}

/** Lets other requests run during a long walk. */
async function breathing(walk: Generator<void, WatchPage>): Promise<WatchPage> {
  for (;;) {
    const turn = walk.next()
    if (turn.done) return turn.value
    await takeTurn()
  }
}
