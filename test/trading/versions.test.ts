/**
 * Commands are decided on accounts and instruments as this process last saw them: whatever has
 * changed in the meantime, the answer is as if it had looked.
 */
import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { amount } from '../../src/core/money'
import { isRefused } from '../../src/core/refusals'
import { changeFillProfile } from '../../src/identity/own'
import { bringBackTimes } from '../../src/ledger/future-times'
import { holdingsOfAccounts } from '../../src/ledger/holdings'
import { changeInstrument } from '../../src/ledger/instruments'
import { setHalted } from '../../src/ledger/market-state'
import { clearState } from '../../src/ledger/snapshots'
import type { Database } from '../../src/postgres/database'
import { statement } from '../../src/postgres/statement'
import { lockCommand, resetCommand } from '../../src/trading/commands/account'
import { placeCommand } from '../../src/trading/commands/place'
import { tickCommand } from '../../src/trading/commands/tick'
import { openSequencer } from '../../src/trading/sequencer'
import { freshDatabase } from '../support/database'
import { REAL_TIME } from '../support/time'
import { MONDAY_AT_TEN, openFloor, requestOf, type Terms } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

/** Something may happen when a command has been decided, before its statement is sent. */
function interrupted() {
  let meanwhile: (() => Promise<unknown>) | null = null
  const written: number[] = []
  const reads = { count: 0 }
  const steered: Database = {
    ...database,
    async commit(asked, claim) {
      const happens = meanwhile
      meanwhile = null
      await happens?.()
      const rows = await database.commit(asked, claim)
      written.push(rows?.length ?? 0)
      return rows
    },
    read(work) {
      reads.count++
      return database.read(work)
    },
  }
  return {
    steered,
    /** The accounts that each statement has found current. */
    written,
    reads,
    meanwhile(happens: () => Promise<unknown>): void {
      meanwhile = happens
    },
  }
}

const CHEAP: Terms = { quantity: '1', limit: '1' }

/** A floor with accounts that have placed an order, so that they are cached. */
async function floorWithCachedAccounts() {
  const { steered, written, reads, meanwhile } = interrupted()
  const floor = await openFloor(steered)
  for (const accountId of ['acc_A', 'acc_B']) await floor.account(accountId, '1000')
  floor.feed.show('AAPL', '9.99', '10.00')
  for (const accountId of ['acc_A', 'acc_B']) await floor.order(accountId, CHEAP)
  written.length = 0
  reads.count = 0
  const otherServer = openSequencer({
    ...REAL_TIME,
    database,
    now: () => MONDAY_AT_TEN,
    onCommitted: () => {},
    failed: () => {},
  })
  return {
    floor,
    written,
    reads,
    meanwhile,
    otherServer,
    /** Accepted, replayed, or the refusal's code. */
    async answerTo(accountId: string, terms: Terms): Promise<string> {
      const outcome = await floor.place(accountId, terms)
      if (isRefused(outcome)) return outcome.refused
      return outcome.replayed ? 'replayed' : 'accepted'
    },
  }
}

test('an order of an account that is cached is one statement, and its event the next of the account', async () => {
  const { floor, written, reads, answerTo } = await floorWithCachedAccounts()
  expect(await answerTo('acc_A', CHEAP)).toBe('accepted')
  expect(await answerTo('acc_A', CHEAP)).toBe('accepted')
  expect([written, reads.count]).toEqual([[1, 1], 0])
  expect(await floor.state('acc_A')).toEqual({ cash: '1000', heldCash: '3', seq: 3 })
  expect(floor.events.map(({ accountId, seq }) => [accountId, seq])).toEqual([
    ['acc_A', 1],
    ['acc_B', 1],
    ['acc_A', 2],
    ['acc_A', 3],
  ])
})

describe('what has changed since the rows were cached decides:', () => {
  test('the cash of the account', async () => {
    const { floor, written, meanwhile, otherServer, answerTo } = await floorWithCachedAccounts()
    meanwhile(() => otherServer.submit(resetCommand('acc_A', amount('5'))))
    const dear = { quantity: '1', limit: '6' }
    const answers = await Promise.all([answerTo('acc_A', dear), answerTo('acc_B', dear)])
    expect(answers).toEqual(['insufficient-buying-power', 'accepted'])
    // The account that was current is written by the statement, the other is decided again.
    expect(written).toEqual([1, 1])
    expect(await floor.state('acc_A')).toEqual({ cash: '5', heldCash: '0', seq: 2 })
  })

  test("[order.account-locked] the account's lock for placing", async () => {
    const { meanwhile, otherServer, answerTo } = await floorWithCachedAccounts()
    meanwhile(() => otherServer.submit(lockCommand('acc_A', true)))
    expect(await answerTo('acc_A', CHEAP)).toBe('account-locked')
  })

  test('[order.trading-halted] the operator halts placing for all', async () => {
    const { meanwhile, answerTo } = await floorWithCachedAccounts()
    meanwhile(() => setHalted(database, MONDAY_AT_TEN))
    expect(await answerTo('acc_A', CHEAP)).toBe('trading-halted')
    await setHalted(database, null)
    expect(await answerTo('acc_A', CHEAP)).toBe('accepted')
  })

  test('[order.tradable] the instrument is suspended', async () => {
    const { meanwhile, answerTo } = await floorWithCachedAccounts()
    const change = (tradable: 'SUSPENDED' | 'TRADABLE') => () =>
      changeInstrument(database.drizzle, 'AAPL', { tradable })
    meanwhile(change('SUSPENDED'))
    expect(await answerTo('acc_A', CHEAP)).toBe('instrument-suspended')
    await change('TRADABLE')()
    expect(await answerTo('acc_A', CHEAP)).toBe('accepted')
  })

  test('[order.tradable] the instrument of the only order, behind that of a refused one', async () => {
    const { floor, meanwhile, answerTo } = await floorWithCachedAccounts()
    floor.feed.show('MSFT', '9.99', '10.00')
    const other = { ...CHEAP, symbol: 'MSFT' }
    expect(await answerTo('acc_B', other)).toBe('accepted')
    meanwhile(() => changeInstrument(database.drizzle, 'MSFT', { tradable: 'SUSPENDED' }))
    const tooDear = { quantity: '1', limit: '2000' }
    const answers = await Promise.all([answerTo('acc_A', tooDear), answerTo('acc_B', other)])
    expect(answers).toEqual(['insufficient-buying-power', 'instrument-suspended'])
  })

  test('[order.replay] an order of the same clientOrderId that another server has accepted', async () => {
    const { floor, written, otherServer, answerTo } = await floorWithCachedAccounts()
    const mine = { ...CHEAP, clientOrderId: 'mine' }
    const request = requestOf(mine)
    await otherServer.submit(placeCommand('acc_A', request, floor.feed))
    // The cache now has the account as the other server has left it, without the order.
    expect(await answerTo('acc_A', CHEAP)).toBe('accepted')
    expect(written).toEqual([0, 1])
    const answers = await Promise.all([answerTo('acc_A', mine), answerTo('acc_B', CHEAP)])
    expect(answers).toEqual(['replayed', 'accepted'])
    expect(written).toEqual([0, 1, 1, 1])
    expect(await answerTo('acc_A', { ...mine, quantity: '2' })).toBe('idempotency-key-conflict')
  })
})

test('a fill of an order that another server has placed since its account was cached is decided again', async () => {
  const { floor, otherServer } = await floorWithCachedAccounts()
  const there = requestOf({ quantity: '10', limit: '10' })
  const placed = await otherServer.submit(placeCommand('acc_A', there, floor.feed))
  if (isRefused(placed)) throw new Error(placed.refused)
  // The account as it is cached holds 1 USD, and the fill releases the 100 of its order.
  const at = MONDAY_AT_TEN.add('PT1S')
  const quote = floor.feed.bidAsk('AAPL', at)
  const tick = { at, session: 'REGULAR', symbol: 'AAPL', quote } as const
  const market = { feed: floor.feed, seed: 0 }
  const fill = tickCommand('acc_A', [placed.order.orderId], tick, { term: null }, market)
  expect((await floor.sequencer.submit(fill)).eventCount).toBe(1)
  expect(await floor.state('acc_A')).toMatchObject({ cash: '900', heldCash: '1' })
  expect(floor.failures).toEqual([])
})

describe('orders to sell', () => {
  /** The account holds ten shares, and has an order to sell one of them. */
  async function floorWithShares() {
    const opened = await floorWithCachedAccounts()
    const { floor, written } = opened
    await floor.order('acc_A', { quantity: '10', limit: '10' })
    await floor.advance('PT1S')
    await floor.order('acc_A', { side: 'SELL', quantity: '1', limit: '50' })
    written.length = 0
    return opened
  }
  const sale = (shares: string): Terms => ({ side: 'SELL', quantity: shares, limit: '50' })
  const held = async (): Promise<readonly string[]> =>
    (await holdingsOfAccounts(database, ['acc_A'])).map(({ heldQuantity }) =>
      heldQuantity.toFixed(),
    )

  test('are decided on cached holdings, and hold shares', async () => {
    const { written, answerTo } = await floorWithShares()
    const both = [answerTo('acc_A', sale('2')), answerTo('acc_B', CHEAP)]
    expect(await Promise.all(both)).toEqual(['accepted', 'accepted'])
    expect(await answerTo('acc_A', sale('3'))).toBe('accepted')
    expect(written).toEqual([2, 1])
    expect(await held()).toEqual(['6'])
    expect(await answerTo('acc_A', sale('5'))).toBe('insufficient-holdings')
    expect(await answerTo('acc_A', sale('4'))).toBe('accepted')
    expect(await held()).toEqual(['10'])
  })

  test('are decided again if another server has sold the shares', async () => {
    const { floor, written, meanwhile, otherServer, answerTo } = await floorWithShares()
    const there = placeCommand('acc_A', requestOf(sale('8')), floor.feed)
    meanwhile(() => otherServer.submit(there))
    expect(await answerTo('acc_A', sale('2'))).toBe('insufficient-holdings')
    expect(written).toEqual([0, 1])
    expect(await held()).toEqual(['9'])
  })

  test('know of the shares that a fill has brought or taken', async () => {
    const { floor, answerTo } = await floorWithShares()
    floor.feed.show('AAPL', '49.99', '60.00')
    expect(await answerTo('acc_A', { side: 'SELL', quantity: '4', limit: '49' })).toBe('accepted')
    await floor.advance('PT1S')
    expect(await answerTo('acc_A', sale('6'))).toBe('insufficient-holdings')
    expect(await answerTo('acc_A', sale('5'))).toBe('accepted')
    expect(await held()).toEqual(['6'])
  })

  test('of another symbol look first', async () => {
    const { floor, reads, answerTo } = await floorWithShares()
    floor.feed.show('MSFT', '9.99', '10.00')
    reads.count = 0
    expect(await answerTo('acc_A', { ...sale('1'), symbol: 'MSFT' })).toBe('insufficient-holdings')
    expect(await answerTo('acc_A', { ...sale('1'), symbol: 'MSFT' })).toBe('insufficient-holdings')
    expect(reads.count).toBe(1)
  })
})

/** What stands in for a look at its rows: an account in the same version has the same ones. */
test('whatever changes a row of an account changes the version of the account', async () => {
  const { floor } = await floorWithCachedAccounts()
  const belonging = ['orders', 'holdings', 'fills', 'liquidity_uses', 'order_events']
  const versions = statement(
    [],
    sql.raw(
      `select version, ${belonging
        .map((table) => `(select string_agg(${table}.xmin::text, ' ') from ${table})`)
        .join()} from accounts where account_id = 'acc_A'`,
    ),
    ([account, ...rows]) => ({ account: String(account), rows: rows.join() }),
  )
  const read = async () => (await database.all(versions, {}))[0]
  const resting = await floor.order('acc_A', { quantity: '1', limit: '1' })
  const steps: readonly (() => Promise<unknown>)[] = [
    () => floor.order('acc_A', { quantity: '10', limit: '10' }),
    () => floor.advance('PT1S'),
    () => floor.order('acc_A', { side: 'SELL', quantity: '1', limit: '50' }),
    () => floor.order('acc_A', { side: 'SELL', quantity: '1', limit: '9' }),
    () => floor.cancel('acc_A', resting),
    () => floor.advance('PT1S'),
    () => floor.sequencer.submit(lockCommand('acc_A', true)),
    () => changeFillProfile(database.drizzle, 'usr_test', 'acc_A', 'strict@2'),
    () => floor.sequencer.submit(resetCommand('acc_A', amount('1000'))),
    () => changeFillProfile(database.drizzle, 'usr_test', 'acc_A', 'strict@2'),
    () =>
      database.transaction((transaction) =>
        bringBackTimes(transaction, MONDAY_AT_TEN, database.shards !== undefined),
      ),
    () => database.transaction((transaction) => clearState(transaction, MONDAY_AT_TEN)),
  ]
  const changed: boolean[] = []
  for (const step of steps) {
    const before = await read()
    await step()
    const after = await read()
    changed.push(before?.rows !== after?.rows || before?.account !== after?.account)
    expect([before?.account === after?.account, before?.rows !== after?.rows]).not.toEqual([
      true,
      true,
    ])
  }
  expect(changed.filter((each) => each).length).toBeGreaterThan(9)
})

describe('an answer that writes nothing is given only for a current account:', () => {
  const dear = { quantity: '1', limit: '2000' }

  test('a refusal', async () => {
    const { floor, written, meanwhile, otherServer, answerTo } = await floorWithCachedAccounts()
    meanwhile(() => otherServer.submit(resetCommand('acc_A', amount('5000'))))
    const answers = await Promise.all([answerTo('acc_B', CHEAP), answerTo('acc_A', dear)])
    expect(answers).toEqual(['accepted', 'accepted'])
    expect(written).toEqual([1, 1])
    expect(await floor.state('acc_A')).toMatchObject({ heldCash: '2000' })
  })

  test('a refusal while placing is halted, that another server has lifted meanwhile', async () => {
    const { meanwhile, answerTo } = await floorWithCachedAccounts()
    await setHalted(database, MONDAY_AT_TEN)
    expect(await answerTo('acc_A', CHEAP)).toBe('trading-halted')
    meanwhile(() => setHalted(database, null))
    expect(await answerTo('acc_A', CHEAP)).toBe('accepted')
  })

  test('[order.replay] a refusal of an order that another server has accepted', async () => {
    const { floor, otherServer, answerTo } = await floorWithCachedAccounts()
    const mine = { quantity: '1', limit: '600', clientOrderId: 'mine' }
    await otherServer.submit(placeCommand('acc_A', requestOf(mine), floor.feed))
    // Cached as the other server has left it: too dear a second time, but the same order.
    expect(await answerTo('acc_A', CHEAP)).toBe('accepted')
    expect(await answerTo('acc_A', mine)).toBe('replayed')
  })

  test('a cancel of an order that has ended meanwhile', async () => {
    const { floor, meanwhile, otherServer } = await floorWithCachedAccounts()
    const orderId = await floor.order('acc_A', CHEAP)
    meanwhile(() => otherServer.submit(resetCommand('acc_A', amount('5'))))
    expect(await floor.cancel('acc_A', orderId)).toBe('already-canceled')
  })
})

test('a cancel, a fill and an end of an order that was placed here are one statement each', async () => {
  const { floor, written, reads } = await floorWithCachedAccounts()
  const canceled = await floor.order('acc_A', CHEAP)
  // The book and what the account has used up are read once.
  await floor.order('acc_A', { quantity: '1' })
  await floor.advance('PT1S')
  const filled = await floor.order('acc_A', { quantity: '1' })
  written.length = 0
  reads.count = 0
  expect(await floor.cancel('acc_A', canceled)).toBe('PENDING_CANCEL')
  await floor.advance('PT1S')
  expect([written, reads.count]).toEqual([[1, 1, 1].slice(0, written.length), 0])
  expect(await floor.stateOf('acc_A', filled)).toMatchObject({ status: 'FILLED' })
  expect(await floor.stateOf('acc_A', canceled)).toMatchObject({ status: 'CANCELED' })
})

test('of the same clientOrderId twice in one batch one is the order, the other its replay', async () => {
  const { answerTo } = await floorWithCachedAccounts()
  const mine = { ...CHEAP, clientOrderId: 'mine' }
  const answers = await Promise.all([answerTo('acc_A', mine), answerTo('acc_A', mine)])
  expect(answers).toEqual(['accepted', 'replayed'])
})

test('an account that another server changes too is decided again after each change, and no order is lost', async () => {
  const { floor, written, otherServer, answerTo } = await floorWithCachedAccounts()
  const elsewhere = () => otherServer.submit(placeCommand('acc_A', requestOf(CHEAP), floor.feed))
  const answers: string[] = []
  for (let turn = 0; turn < 3; turn++) {
    await elsewhere()
    answers.push(await answerTo('acc_A', CHEAP))
  }
  expect(written).toEqual([0, 1, 0, 1, 0, 1])
  for (let turn = 0; turn < 3; turn++) answers.push(await answerTo('acc_A', CHEAP))
  expect(written.slice(6)).toEqual([1, 1, 1])
  expect(new Set(answers)).toEqual(new Set(['accepted']))
  expect(await floor.state('acc_A')).toMatchObject({ heldCash: '10', seq: 10 })
})
