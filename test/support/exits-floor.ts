/** One account and its conditional orders on a floor, which is audited at the end of each test. */
import { afterEach, beforeEach, expect } from 'bun:test'
import type { LegName } from '../../src/core/conditional/leg'
import type { Feed } from '../../src/market/feed'
import type { Database } from '../../src/postgres/database'
import { freshDatabase } from './database'
import {
  type EntryTerms,
  MONDAY_AT_TEN,
  openFloor,
  type StopTerms,
  type Terms,
} from './trading-floor'

export const ACCOUNT = 'acc_A'

type Floor = Awaited<ReturnType<typeof openFloor>>
export type AmendedTerms = Parameters<Floor['amendStop']>[2]
export type ExitsFloor = ReturnType<typeof ofAccount>

/** What a floor does, for the account. */
const ofAccount = (floor: Floor) => ({
  ...floor,
  place: (terms: Terms) => floor.place(ACCOUNT, terms),
  order: (terms: Terms) => floor.order(ACCOUNT, terms),
  cancel: (orderId: string) => floor.cancel(ACCOUNT, orderId),
  conditional: (terms: StopTerms) => floor.conditional(ACCOUNT, terms),
  stop: (terms: StopTerms) => floor.stop(ACCOUNT, terms),
  cancelStop: (groupId: string) => floor.cancelStop(ACCOUNT, groupId),
  oco: (terms: Parameters<Floor['oco']>[1]) => floor.oco(ACCOUNT, terms),
  amendStop: (groupId: string, terms: AmendedTerms) => floor.amendStop(ACCOUNT, groupId, terms),
  placeEntry: (terms: EntryTerms) => floor.placeEntry(ACCOUNT, terms),
  entry: (terms: EntryTerms) => floor.entry(ACCOUNT, terms),
  legsOf: (groupId: string) => floor.legsOf(ACCOUNT, groupId),
  legNamed: (groupId: string, name: LegName) => floor.legNamed(ACCOUNT, groupId, name),
  legStates: (groupId: string) => floor.legStates(ACCOUNT, groupId),
  state: () => floor.state(ACCOUNT),
  stateOf: (orderId: string) => floor.stateOf(ACCOUNT, orderId),
  fills: () => floor.fillsOf(ACCOUNT),
  heldShares: () => floor.heldShares(ACCOUNT),
  story: (since?: number) => floor.story(ACCOUNT, since),
})

/** Opens floors with the account, in a market at 99.99 and 100. */
export function exitsFloors(database: Database) {
  let opened: Floor | undefined
  beforeEach(freshDatabase)
  afterEach(async () => {
    expect((await opened?.faults()) ?? []).toEqual([])
    opened = undefined
  })

  async function open(at = MONDAY_AT_TEN, { cash, tickMs = 1_000, matchedBy }: Opened = {}) {
    const floor = await openFloor(database, at, tickMs, matchedBy)
    opened = floor
    await floor.account(ACCOUNT, cash)
    floor.feed.show('AAPL', '99.99', '100.00')
    return ofAccount(floor)
  }
  /** The account has 10 AAPL, bought at 100. */
  async function withShares(at = MONDAY_AT_TEN, { tickMs = 1_000 }: Opened = {}) {
    const floor = await open(at, { tickMs })
    await floor.order({ quantity: '10' })
    await floor.advance(`PT${tickMs / 1_000}S`)
    return floor
  }
  return { open, withShares }
}

interface Opened {
  /** USD; 100,000 if it is omitted. */
  readonly cash?: string
  readonly tickMs?: number
  /** The feed of the matcher; the steered one if it is omitted. */
  readonly matchedBy?: Feed
}
