/** Sequencer, matcher and a market that the test steers: no HTTP, no waiting. */

import {
  isOfLeg,
  isOfOrder,
  LEG_NAMES,
  type Leg,
  type LegEvent,
  type LegName,
  type LegType,
} from '../../src/core/conditional/leg'
import type { ConditionalRequest } from '../../src/core/conditional/place'
import type { Instrument } from '../../src/core/instrument'
import { amount, percent, price, quantity } from '../../src/core/money'
import type { FillProfile } from '../../src/core/order/fill-profile'
import type { OrderEvent, OrderRequest, TimeInForce } from '../../src/core/order/order'
import { isRefused } from '../../src/core/refusals'
import type { OpenSession } from '../../src/core/session'
import { type Instant, Temporal } from '../../src/core/time'
import { createClient } from '../../src/identity/clients'
import { hashOf } from '../../src/identity/secrets'
import { createAccount, createUser, findAccount } from '../../src/ledger/accounts'
import { legsOfGroups } from '../../src/ledger/conditional-orders'
import { eventsAfter } from '../../src/ledger/events/log'
import { listFills } from '../../src/ledger/fills'
import { holdingsOf } from '../../src/ledger/holdings'
import { addInstruments, listInstruments } from '../../src/ledger/instruments'
import { findOrder } from '../../src/ledger/orders'
import type { Feed } from '../../src/market/feed'
import { openInstruments } from '../../src/market/instruments'
import { type SimulatedClock, simulatedClock } from '../../src/market/simulated-clock'
import type { Database } from '../../src/postgres/database'
import { openTrading } from '../../src/server/compose/parts'
import { amendConditionalCommand } from '../../src/trading/commands/amend'
import { cancelCommand } from '../../src/trading/commands/cancel'
import {
  cancelConditionalCommand,
  placeConditionalCommand,
} from '../../src/trading/commands/conditional'
import { placeCommand } from '../../src/trading/commands/place'
import type { MarketLease } from '../../src/trading/matcher/lease'
import type { Matcher } from '../../src/trading/matcher/matcher'
import type { Sequencer } from '../../src/trading/sequencer'
import { findingsIn } from './audited'
import { anInstrument } from './examples'
import { steeredFeed } from './steered-feed'
import { REAL_TIME } from './time'

/** A Monday in New York, 10:00, in REGULAR. */
export const MONDAY_AT_TEN = Temporal.Instant.from('2026-03-02T10:00:00-05:00')

export const instrumentNamed = (symbol: string): Instrument =>
  anInstrument({ symbol, name: `${symbol} Inc.` })

export interface Terms {
  readonly symbol?: string
  readonly side?: 'BUY' | 'SELL'
  readonly quantity: string
  /** A MARKET order if it is omitted. */
  readonly limit?: string
  readonly timeInForce?: TimeInForce
  readonly clientOrderId?: string
}

/** The client that every account of a floor belongs to. */
export const CLIENT_ID = 'pk_test'
export const CLIENT_SECRET = 'sk_test_0123456789'

let orderIds = 0

export const requestOf = (terms: Terms): OrderRequest => ({
  clientOrderId: terms.clientOrderId ?? `test-${++orderIds}`,
  symbol: terms.symbol ?? 'AAPL',
  side: terms.side ?? 'BUY',
  orderType: terms.limit === undefined ? 'MARKET' : 'LIMIT',
  timeInForce: terms.timeInForce ?? 'DAY',
  quantity: quantity(terms.quantity),
  limitPrice: terms.limit === undefined ? null : price(terms.limit),
})

export interface StopTerms {
  readonly symbol?: string
  /** SELL if it is omitted. */
  readonly side?: 'BUY' | 'SELL'
  readonly quantity: string
  /** A trailing stop if it is omitted. */
  readonly stop?: string
  /** A MARKET order at the trigger if it is omitted. */
  readonly limit?: string
  /** USD, or with a % percent. */
  readonly trail?: string
  readonly limitOffset?: string
  readonly timeInForce?: 'DAY' | 'GTC'
  /** BID_ASK if it is omitted, which a steered feed shows. */
  readonly triggerBy?: 'LAST' | 'BID_ASK'
  readonly sessions?: readonly OpenSession[]
  readonly clientOrderId?: string
}

export const stopOf = (terms: StopTerms): ConditionalRequest => ({
  clientOrderId: terms.clientOrderId ?? `test-${++orderIds}`,
  symbol: terms.symbol ?? 'AAPL',
  timeInForce: terms.timeInForce ?? 'DAY',
  triggerBy: terms.triggerBy ?? 'BID_ASK',
  sessions: terms.sessions ?? ['REGULAR'],
  legs: [
    {
      leg: 'SINGLE',
      type: legTypeOf(terms),
      side: terms.side ?? 'SELL',
      quantity: quantity(terms.quantity),
      stopPrice: terms.stop === undefined ? null : price(terms.stop),
      limitPrice: terms.limit === undefined ? null : price(terms.limit),
      trailAmount: terms.trail === undefined || isPercent(terms.trail) ? null : price(terms.trail),
      trailPercent: isPercent(terms.trail) ? percent(terms.trail.slice(0, -1)) : null,
      limitOffset: terms.limitOffset === undefined ? null : price(terms.limitOffset),
    },
  ],
})

/** Two exits: a LIMIT order that takes the profit, and the stop of the terms. */
function ocoOf(terms: StopTerms & { readonly takeProfit: string }): ConditionalRequest {
  const { legs, ...group } = stopOf(terms)
  return {
    ...group,
    legs: legs.flatMap((stop) => [
      {
        leg: 'TAKE_PROFIT',
        type: 'LIMIT',
        side: stop.side,
        quantity: stop.quantity,
        stopPrice: null,
        limitPrice: price(terms.takeProfit),
        trailAmount: null,
        trailPercent: null,
        limitOffset: null,
      },
      { ...stop, leg: 'STOP_LOSS' },
    ]),
  }
}

export interface EntryTerms {
  readonly quantity: string
  /** A MARKET order if it is omitted. */
  readonly entry?: Pick<StopTerms, 'limit' | 'stop' | 'trail' | 'limitOffset'>
  /** No take profit if it is omitted. */
  readonly takeProfit?: string
  /** No stop loss if it is omitted. */
  readonly stopLoss?: Pick<StopTerms, 'limit' | 'stop' | 'trail' | 'limitOffset'>
  readonly timeInForce?: 'DAY' | 'GTC'
  readonly clientOrderId?: string
}

/** An entry that buys, and the exits that sell what it has bought. */
export function entryOf(terms: EntryTerms): ConditionalRequest {
  const { entry = {}, quantity, stopLoss, takeProfit, ...group } = terms
  const legOf = (name: LegName, prices: Partial<StopTerms>) => {
    const { legs } = stopOf({ ...prices, quantity, side: name === 'ENTRY' ? 'BUY' : 'SELL' })
    return legs.map((leg) => ({ ...leg, leg: name }))
  }
  const isStop = entry.stop !== undefined || entry.trail !== undefined
  const atOnce: LegType = entry.limit === undefined ? 'MARKET' : 'LIMIT'
  const { legs: _, ...shared } = stopOf({ ...group, quantity })
  return {
    ...shared,
    legs: [
      ...legOf('ENTRY', entry).map((leg) => (isStop ? leg : { ...leg, type: atOnce })),
      ...(takeProfit === undefined ? [] : legOf('TAKE_PROFIT', { limit: takeProfit })).map(
        (leg) => ({ ...leg, type: 'LIMIT' as const }),
      ),
      ...(stopLoss === undefined ? [] : legOf('STOP_LOSS', stopLoss)),
    ],
  }
}

const isPercent = (trail: string | undefined): trail is string => trail?.endsWith('%') === true

function legTypeOf({ limit, trail }: StopTerms): LegType {
  if (trail !== undefined) return 'TRAILING_STOP'
  return limit === undefined ? 'STOP' : 'STOP_LIMIT'
}

/** What a test does with the accounts and orders of a market, without HTTP. */
export interface FloorParts {
  readonly database: Database
  readonly sequencer: Sequencer
  readonly matcher: Matcher
  readonly clock: SimulatedClock
  /** What orders are placed by. */
  readonly feed: Feed
}

/** The client that every account of a floor belongs to, and the instruments that it lists. */
export async function furnish(
  { drizzle }: Database,
  createdAt: Instant,
  symbols: readonly string[] = ['AAPL', 'MSFT'],
): Promise<void> {
  await createUser(drizzle, { userId: 'usr_test', name: 'test', createdAt })
  await createClient(drizzle, {
    clientId: CLIENT_ID,
    userId: 'usr_test',
    secretHash: hashOf(CLIENT_SECRET),
    scope: 'TRADE',
    createdAt,
  })
  if (symbols.length > 0) await addInstruments(drizzle, symbols.map(instrumentNamed))
}

export const newAccount = (
  accountId: string,
  createdAt: Instant,
  cash = '100000',
  fillProfile: FillProfile = 'ideal@1',
) => ({ accountId, userId: 'usr_test', initialCash: amount(cash), fillProfile, createdAt })

export function floorOver({ database, sequencer, matcher, clock, feed }: FloorParts) {
  const createdAt = clock.now()
  const floor = {
    clock,
    sequencer,
    matcher,
    account: (accountId: string, cash?: string, fillProfile?: FillProfile): Promise<void> =>
      createAccount(
        database.drizzle,
        CLIENT_ID,
        newAccount(accountId, createdAt, cash, fillProfile),
      ),
    place: (accountId: string, terms: Terms) =>
      sequencer.submit(placeCommand(accountId, requestOf(terms), feed)),
    /** Places an order that must be accepted; its id. */
    async order(accountId: string, terms: Terms): Promise<string> {
      const placed = await floor.place(accountId, terms)
      if (isRefused(placed)) throw new Error(`refused: ${placed.refused}`)
      return placed.order.orderId
    },
    /** Requests a cancellation; the order's status after it, or why it was refused. */
    async cancel(accountId: string, orderId: string, symbol = 'AAPL'): Promise<string> {
      const outcome = await sequencer.submit(
        cancelCommand(accountId, orderId, symbol, feed.calendar),
      )
      return isRefused(outcome) ? outcome.refused : outcome.status
    },
    /** Places a conditional order, or says why not. */
    conditional: (accountId: string, terms: StopTerms) =>
      sequencer.submit(placeConditionalCommand(accountId, stopOf(terms), feed)),
    /** Places one that must be accepted; its id. */
    async stop(accountId: string, terms: StopTerms): Promise<string> {
      const placed = await floor.conditional(accountId, terms)
      if (isRefused(placed)) throw new Error(`refused: ${placed.refused}`)
      return placed.legs[0]?.groupId ?? ''
    },
    async cancelStop(accountId: string, groupId: string, symbol = 'AAPL'): Promise<string> {
      const outcome = await sequencer.submit(
        cancelConditionalCommand(accountId, groupId, symbol, feed.calendar),
      )
      return isRefused(outcome) ? outcome.refused : outcome.map(({ status }) => status).join()
    },
    /** Places an OCO that must be accepted; its id. */
    async oco(accountId: string, terms: StopTerms & { readonly takeProfit: string }) {
      const placed = await sequencer.submit(placeConditionalCommand(accountId, ocoOf(terms), feed))
      if (isRefused(placed)) throw new Error(`refused: ${placed.refused}`)
      return placed.legs[0]?.groupId ?? ''
    },
    /** Amends a conditional order: its legs after it, or why it was refused. */
    async amendStop(
      accountId: string,
      groupId: string,
      terms: {
        readonly quantity?: string
        readonly legs?: Partial<Record<LegName, Partial<StopTerms>>>
      },
    ) {
      const { legs = {}, quantity: shares } = terms
      const changes = LEG_NAMES.flatMap((name) => {
        const given = legs[name]
        if (given === undefined) return []
        const [change] = stopOf({ ...given, quantity: '1' }).legs
        return change === undefined ? [] : ([[name, change]] as const)
      })
      const prices = new Map(
        changes.map(([name, { limitOffset, limitPrice, stopPrice, trailAmount, trailPercent }]) => [
          name,
          { limitOffset, limitPrice, stopPrice, trailAmount, trailPercent },
        ]),
      )
      const amendment = {
        quantity: shares === undefined ? null : quantity(shares),
        legs: prices,
      }
      return sequencer.submit(
        amendConditionalCommand(accountId, { groupId, symbol: 'AAPL' }, amendment, feed),
      )
    },
    placeEntry: (accountId: string, terms: EntryTerms) =>
      sequencer.submit(placeConditionalCommand(accountId, entryOf(terms), feed)),
    /** Places an OTO or a BRACKET that must be accepted; its id. */
    async entry(accountId: string, terms: EntryTerms): Promise<string> {
      const placed = await floor.placeEntry(accountId, terms)
      if (isRefused(placed)) throw new Error(`refused: ${placed.refused}`)
      return placed.legs[0]?.groupId ?? ''
    },
    /** The legs of a conditional order, as they are stored. */
    async legsOf(accountId: string, groupId: string): Promise<readonly Leg[]> {
      return legsOfGroups(database, [{ accountId, groupId }])
    },
    advance: (duration: string) => matcher.advanceTo(clock.now().add(duration)),
    async state(accountId: string) {
      const found = await findAccount(database, accountId)
      if (found === undefined) throw new Error(`no account ${accountId}`)
      return { cash: found.cash.toFixed(), heldCash: found.heldCash.toFixed(), seq: found.seq }
    },
    async stateOf(accountId: string, orderId: string) {
      const found = await findOrder(database, { accountId, orderId })
      if (found === undefined) throw new Error(`no order ${orderId}`)
      return { status: found.status, filled: found.filledQuantity.toFixed(), order: found }
    },
    /** `SELL 10 at 94` …, the first fill first. */
    async fillsOf(accountId: string): Promise<readonly string[]> {
      const all = { symbol: null, from: null, to: null, before: null, limit: 100 }
      const found = await listFills(database, { ...all, accountId, orderId: null })
      return found.map(({ side, quantity, price }) => `${side} ${quantity} at ${price}`).reverse()
    },
    /** `4 of 10`: the shares of AAPL that orders hold, and all that the account has. */
    async heldShares(accountId: string): Promise<string> {
      const [holding] = await holdingsOf(database, [{ accountId, symbol: 'AAPL' }])
      return holding === undefined ? 'none' : `${holding.heldQuantity} of ${holding.quantity}`
    },
    /** `STOP_LOSS ARMED 10`, `SELL FILLED 10` …: each event of the account after the given one. */
    async story(accountId: string, since = 0): Promise<readonly string[]> {
      const events = await eventsAfter(database, accountId, since, 1_000)
      return events.map((event, index) => {
        if (event.seq !== since + index + 1) throw new Error(`a gap before event ${event.seq}`)
        const [of, { status, quantity }] = isOfOrder(event)
          ? [event.order.side, event.order]
          : [event.leg.leg, event.leg]
        return `${of} ${status} ${quantity}`
      })
    },
    /** `STOP_LOSS CANCELED exit-ended` …: each leg with its reason or its quantity. */
    async legStates(accountId: string, groupId: string): Promise<readonly string[]> {
      const legs = await floor.legsOf(accountId, groupId)
      return legs
        .map(({ leg, quantity, reason, status }) => `${leg} ${status} ${reason ?? quantity}`)
        .sort()
    },
    async legNamed(accountId: string, groupId: string, name: LegName): Promise<Leg | undefined> {
      return (await floor.legsOf(accountId, groupId)).find(({ leg }) => leg === name)
    },
  }
  return floor
}

/** `matchedBy` takes the place of the steered feed at the matcher. */
export async function openFloor(
  database: Database,
  startsAt = MONDAY_AT_TEN,
  tickMs = 1_000,
  matchedBy?: Feed,
  elapsedMs = () => 0,
  lease?: MarketLease,
) {
  const feed = steeredFeed()
  const clock = simulatedClock(startsAt, 0)
  const events: OrderEvent[] = []
  const legEvents: LegEvent[] = []
  const failures: unknown[] = []
  const failed = (error: unknown) => failures.push(error)
  const instruments = await openInstruments({
    load: () => listInstruments(database),
    elapsedMs,
    failed,
  })
  const listeners: ((events: readonly OrderEvent[]) => void)[] = []
  const { sequencer, matcher } = openTrading({
    sequencer: { ...REAL_TIME, database, failed, now: clock.now },
    matcher: {
      database,
      clock,
      simulated: clock,
      tickMs,
      elapsedMs,
      failed,
      listed: instruments,
      feed: matchedBy ?? feed,
      ...(lease && { lease }),
    },
    onCommitted(committed) {
      const ofOrders = committed.filter(isOfOrder)
      events.push(...ofOrders)
      legEvents.push(...committed.filter(isOfLeg))
      for (const listener of listeners) listener(ofOrders)
    },
  })
  await furnish(database, startsAt)
  await instruments.refresh()
  return {
    ...floorOver({ database, sequencer, matcher, clock, feed }),
    feed,
    /** The instruments that the matcher has. */
    instruments,
    events,
    legEvents,
    failures,
    /** What has failed, and what the audit of the database finds. */
    faults: async (): Promise<readonly unknown[]> => [...failures, ...(await findingsIn(database))],
    /** Called with the events of each commit. */
    onCommit: (listener: (events: readonly OrderEvent[]) => void): void => {
      listeners.push(listener)
    },
  }
}
