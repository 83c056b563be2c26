/** A strategy's orders, placed at exact market times against any feed; steps and restarts vary. */

import type { Account } from '../../src/core/account/account'
import { amount } from '../../src/core/money'
import type { FillProfile } from '../../src/core/order/fill-profile'
import { isRefused } from '../../src/core/refusals'
import { type Instant, isBefore } from '../../src/core/time'
import { createClient } from '../../src/identity/clients'
import { hashOf } from '../../src/identity/secrets'
import { createAccount, createUser } from '../../src/ledger/accounts'
import { listFills } from '../../src/ledger/fills'
import { findPortfolio } from '../../src/ledger/holdings'
import { addInstruments } from '../../src/ledger/instruments'
import type { Feed } from '../../src/market/feed'
import { simulatedClock } from '../../src/market/simulated-clock'
import type { Database } from '../../src/postgres/database'
import { placeCommand } from '../../src/trading/commands/place'
import { openMatcher } from '../../src/trading/matcher/matcher'
import { openSequencer } from '../../src/trading/sequencer'
import { newYork } from './recording'
import { REAL_TIME } from './time'
import { CLIENT_ID, CLIENT_SECRET, instrumentNamed, requestOf, type Terms } from './trading-floor'
import { wholeOrders } from './whole-orders'

/** An order at a time in New York, with a clientOrderId of its own. */
export interface Placing extends Terms {
  readonly at: string
  readonly clientOrderId: string
  /** It must be accepted if this is omitted. */
  readonly mayBeRefused?: boolean
}

export interface Pace {
  /** Market milliseconds of one advance; from order to order in one if it is omitted. */
  readonly stepMs?: number
  /** Everything in memory is made again before each order. */
  readonly restarts?: boolean
  /** The matcher keeps nothing of the open orders from advance to advance. */
  readonly forgets?: boolean
}

const ACCOUNT = 'acc_BACKTEST'
const TICK_MS = 1_000

export async function openBacktest(
  database: Database,
  symbols: readonly string[],
  cash: string,
  fillProfile: FillProfile = 'ideal@1',
) {
  const createdAt = newYork('2026-01-01 00:00')
  await createUser(database.drizzle, { userId: 'usr_test', name: 'test', createdAt })
  const client = { clientId: CLIENT_ID, userId: 'usr_test', secretHash: hashOf(CLIENT_SECRET) }
  await createClient(database.drizzle, { ...client, scope: 'TRADE', createdAt })
  await addInstruments(database.drizzle, symbols.map(instrumentNamed))
  await createAccount(database.drizzle, CLIENT_ID, {
    accountId: ACCOUNT,
    userId: 'usr_test',
    initialCash: amount(cash),
    createdAt,
    fillProfile,
  })
}

/** Carries the orders out until `until`; the feed is opened at each start, as a server does. */
export async function backtest(
  database: Database,
  openFeed: () => Promise<Feed>,
  placings: readonly Placing[],
  until: string,
  { stepMs, restarts = false, forgets = false }: Pace = {},
): Promise<void> {
  let process = await start(newYork(placings[0]?.at ?? until))
  const advanceTo = async (target: Instant): Promise<void> => {
    if (forgets) process.forget()
    await process.advanceTo(target)
  }
  const moveTo = async (target: Instant): Promise<void> => {
    while (stepMs !== undefined && isBefore(process.now().add({ milliseconds: stepMs }), target)) {
      await advanceTo(process.now().add({ milliseconds: stepMs }))
    }
    await advanceTo(target)
  }
  for (const { at, mayBeRefused = false, ...terms } of placings) {
    await moveTo(newYork(at))
    if (restarts) {
      await process.stop()
      process = await start(newYork(at))
    }
    await process.place(terms, mayBeRefused)
  }
  await moveTo(newYork(until))
  await process.stop()

  async function start(at: Instant) {
    const feed = await openFeed()
    const clock = simulatedClock(at, 0)
    const sequencer = openSequencer({
      ...REAL_TIME,
      database,
      now: clock.now,
      onCommitted: (posted) => matcher.orders.committed(posted),
      failed: () => {},
    })
    const matcher = openMatcher({
      database,
      sequencer,
      feed,
      clock,
      simulated: clock,
      tickMs: TICK_MS,
      elapsedMs: () => 0,
      failed: (error) => {
        throw error
      },
    })
    return {
      now: clock.now,
      advanceTo: matcher.advanceTo,
      forget: matcher.orders.dropped,
      stop: matcher.stop,
      async place(terms: Terms, mayBeRefused: boolean): Promise<void> {
        const placed = await sequencer.submit(placeCommand(ACCOUNT, requestOf(terms), feed))
        if (isRefused(placed) && !mayBeRefused)
          throw new Error(`${terms.clientOrderId}: ${placed.refused}`)
      },
    }
  }
}

const EVERYTHING = { accountId: ACCOUNT, symbol: null, from: null, to: null, before: null } as const
const ROWS_MAX = 10_000

/** What it has come to: plain values, orders and fills oldest first. */
const withoutFlag = ({ hasConditionalOrders: _, ...account }: Account) => account

export async function resultOf(database: Database) {
  const orders = await wholeOrders(database, ACCOUNT)
  const fills = await listFills(database, { ...EVERYTHING, orderId: null, limit: ROWS_MAX })
  const portfolio = await findPortfolio(database, ACCOUNT)
  // The hashes of runs are older than this field, which no order changes.
  return {
    portfolio: portfolio && { ...portfolio, account: withoutFlag(portfolio.account) },
    orders: orders.toReversed(),
    fills: fills.toReversed(),
  }
}
