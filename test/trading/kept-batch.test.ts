/**
 * New orders that are decided on the accounts and instruments that the process keeps: whatever has
 * changed in the meantime, the answer is as if it had looked.
 */
import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { amount } from '../../src/core/money'
import { isRefused } from '../../src/core/refusals'
import type { Database } from '../../src/store/database'
import { rowVersion } from '../../src/store/pg/row-version'
import { statement } from '../../src/store/pg/statement'
import { accounts, holdings } from '../../src/store/schema'
import { holdingsOfAccounts } from '../../src/store/tables/holdings'
import { changeInstrument } from '../../src/store/tables/instruments'
import { setHalted } from '../../src/store/tables/market-controls'
import { lockCommand } from '../../src/trading/commands/lock'
import { placeCommand } from '../../src/trading/commands/place'
import { resetCommand } from '../../src/trading/commands/reset'
import { openDesk } from '../../src/trading/desk'
import { freshDatabase } from '../support/database'
import { REAL_TIME } from '../support/time'
import { MONDAY_AT_TEN, openFloor, requestOf, type Terms } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

/** Something may happen when an order has been decided, before its statement is sent. */
function interrupted() {
  let meanwhile: (() => Promise<unknown>) | null = null
  const written: number[] = []
  const steered: Database = {
    ...database,
    async atOnce(ask) {
      const asked = ask()
      const happens = meanwhile
      meanwhile = null
      await happens?.()
      const rows = (await database.atOnce?.(() => asked)) ?? null
      written.push(rows?.length ?? 0)
      return rows
    },
  }
  return {
    steered,
    /** The accounts that each statement has written. */
    written,
    meanwhile(happens: () => Promise<unknown>): void {
      meanwhile = happens
    },
  }
}

const CHEAP: Terms = { quantity: '1', limit: '1' }

/** A floor with accounts that have placed an order, so that their rows are kept. */
async function floorWithKeptAccounts() {
  const { steered, written, meanwhile } = interrupted()
  const floor = await openFloor(steered)
  for (const accountId of ['acc_A', 'acc_B']) await floor.account(accountId, '1000')
  floor.feed.show('AAPL', '9.99', '10.00')
  for (const accountId of ['acc_A', 'acc_B']) await floor.order(accountId, CHEAP)
  const otherServer = openDesk({
    ...REAL_TIME,
    ...{ database, now: () => MONDAY_AT_TEN, onCommitted: () => {}, failed: () => {} },
  })
  return {
    ...{ floor, written, meanwhile, otherServer },
    /** Accepted, replayed, or the refusal's code. */
    async answerTo(accountId: string, terms: Terms): Promise<string> {
      const outcome = await floor.place(accountId, terms)
      if (isRefused(outcome)) return outcome.refused
      return outcome.replayed ? 'replayed' : 'accepted'
    },
  }
}

test('an order of an account that is kept is one statement, and its event the next of the account', async () => {
  const { floor, written, answerTo } = await floorWithKeptAccounts()
  expect(await answerTo('acc_A', CHEAP)).toBe('accepted')
  expect(await answerTo('acc_A', CHEAP)).toBe('accepted')
  expect(written).toEqual([1, 1])
  expect(await floor.state('acc_A')).toEqual({ cash: '1000', heldCash: '3', seq: 3 })
  expect(floor.events.map(({ accountId, seq }) => [accountId, seq])).toEqual([
    ['acc_A', 1],
    ['acc_B', 1],
    ['acc_A', 2],
    ['acc_A', 3],
  ])
})

describe('what has changed since the rows were kept decides:', () => {
  test('the cash of the account', async () => {
    const { floor, written, meanwhile, otherServer, answerTo } = await floorWithKeptAccounts()
    meanwhile(() => otherServer.submit(resetCommand('acc_A', amount('5'))))
    const dear = { quantity: '1', limit: '6' }
    const answers = await Promise.all([answerTo('acc_A', dear), answerTo('acc_B', dear)])
    expect(answers).toEqual(['insufficient-buying-power', 'accepted'])
    // The account that was current is written by the statement, the other is left to be locked.
    expect(written).toEqual([1])
    expect(await floor.state('acc_A')).toEqual({ cash: '5', heldCash: '0', seq: 2 })
  })

  test("[order.account-locked] the account's lock for placing", async () => {
    const { meanwhile, otherServer, answerTo } = await floorWithKeptAccounts()
    meanwhile(() => otherServer.submit(lockCommand('acc_A', true)))
    expect(await answerTo('acc_A', CHEAP)).toBe('account-locked')
  })

  test('[order.trading-halted] the operator halts placing for all', async () => {
    const { meanwhile, answerTo } = await floorWithKeptAccounts()
    meanwhile(() => setHalted(database.drizzle, MONDAY_AT_TEN))
    expect(await answerTo('acc_A', CHEAP)).toBe('trading-halted')
    await setHalted(database.drizzle, null)
    expect(await answerTo('acc_A', CHEAP)).toBe('accepted')
  })

  test('[order.tradable] the instrument is suspended', async () => {
    const { meanwhile, answerTo } = await floorWithKeptAccounts()
    const change = (tradable: 'SUSPENDED' | 'TRADABLE') => () =>
      changeInstrument(database.drizzle, 'AAPL', { tradable })
    meanwhile(change('SUSPENDED'))
    expect(await answerTo('acc_A', CHEAP)).toBe('instrument-suspended')
    await change('TRADABLE')()
    expect(await answerTo('acc_A', CHEAP)).toBe('accepted')
  })

  test('[order.tradable] the instrument of the only order, behind that of a refused one', async () => {
    const { floor, meanwhile, answerTo } = await floorWithKeptAccounts()
    floor.feed.show('MSFT', '9.99', '10.00')
    const other = { ...CHEAP, symbol: 'MSFT' }
    expect(await answerTo('acc_B', other)).toBe('accepted')
    meanwhile(() => changeInstrument(database.drizzle, 'MSFT', { tradable: 'SUSPENDED' }))
    const tooDear = { quantity: '1', limit: '2000' }
    const answers = await Promise.all([answerTo('acc_A', tooDear), answerTo('acc_B', other)])
    expect(answers).toEqual(['insufficient-buying-power', 'instrument-suspended'])
  })

  test('[order.replay] an order of the same clientOrderId that another server has accepted', async () => {
    const { floor, written, otherServer, answerTo } = await floorWithKeptAccounts()
    const mine = { ...CHEAP, clientOrderId: 'mine' }
    const request = requestOf(mine)
    await otherServer.submit(placeCommand('acc_A', request, floor.feed))
    // The account is kept anew as the other server has left it, without the order.
    for (let turn = 0; turn < 3; turn++) expect(await answerTo('acc_A', CHEAP)).toBe('accepted')
    expect(written).toEqual([0, 1])
    const answers = await Promise.all([answerTo('acc_A', mine), answerTo('acc_B', CHEAP)])
    expect(answers).toEqual(['replayed', 'accepted'])
    expect(written).toEqual([0, 1, 1])
    expect(await answerTo('acc_A', { ...mine, quantity: '2' })).toBe('idempotency-key-conflict')
  })
})

describe('orders to sell', () => {
  /** The account holds ten shares, and has an order to sell one of them. */
  async function floorWithShares() {
    const opened = await floorWithKeptAccounts()
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

  test('are decided on kept holdings, and hold shares', async () => {
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

  test('are decided anew where another server has sold the shares', async () => {
    const { floor, written, meanwhile, otherServer, answerTo } = await floorWithShares()
    const there = placeCommand('acc_A', requestOf(sale('8')), floor.feed)
    meanwhile(() => otherServer.submit(there))
    expect(await answerTo('acc_A', sale('2'))).toBe('insufficient-holdings')
    expect(written).toEqual([0])
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
    const { floor, written, answerTo } = await floorWithShares()
    floor.feed.show('MSFT', '9.99', '10.00')
    expect(await answerTo('acc_A', { ...sale('1'), symbol: 'MSFT' })).toBe('insufficient-holdings')
    expect(written).toEqual([])
  })
})

/** What stands in for a look at the holdings: an account that is as it was has the same ones. */
test('whatever changes a holding changes the row of its account', async () => {
  const { floor } = await floorWithKeptAccounts()
  const versions = statement(
    [],
    sql`select ${rowVersion(accounts)},
        coalesce((select string_agg(${rowVersion(holdings)}::text, ' ') from ${holdings}
          where ${holdings.accountId} = ${accounts.accountId}), '')
      from ${accounts} where ${accounts.accountId} = 'acc_A'`,
    ([account, held]) => ({ account: String(account), held: String(held) }),
  )
  const read = async () => (await database.all(versions, {}))[0]
  const steps: readonly (() => Promise<unknown>)[] = [
    () => floor.order('acc_A', { quantity: '10', limit: '10' }),
    () => floor.advance('PT1S'),
    () => floor.order('acc_A', { side: 'SELL', quantity: '1', limit: '50' }),
    () => floor.order('acc_A', { side: 'SELL', quantity: '1', limit: '9' }),
    () => floor.advance('PT1S'),
    () => floor.desk.submit(resetCommand('acc_A', amount('1000'))),
  ]
  const changed: boolean[] = []
  for (const step of steps) {
    const before = await read()
    await step()
    const after = await read()
    changed.push(before?.held !== after?.held)
    expect(before?.account).not.toBe(after?.account ?? '')
  }
  expect(changed).toEqual([false, true, true, true, true, true])
})

test('a refusal is never decided on kept rows alone', async () => {
  const { floor, written, meanwhile, otherServer, answerTo } = await floorWithKeptAccounts()
  const dear = { quantity: '1', limit: '2000' }
  meanwhile(() => otherServer.submit(resetCommand('acc_A', amount('5000'))))
  const answers = await Promise.all([answerTo('acc_B', CHEAP), answerTo('acc_A', dear)])
  expect(answers).toEqual(['accepted', 'accepted'])
  expect(written).toEqual([1])
  expect(await floor.state('acc_A')).toMatchObject({ heldCash: '2000' })
})

test('of the same clientOrderId twice in one batch one is the order, the other its replay', async () => {
  const { answerTo } = await floorWithKeptAccounts()
  const mine = { ...CHEAP, clientOrderId: 'mine' }
  const answers = await Promise.all([answerTo('acc_A', mine), answerTo('acc_A', mine)])
  expect(answers).toEqual(['accepted', 'replayed'])
})

test('an account that another server changes too is not kept until it is left alone', async () => {
  const { floor, written, otherServer, answerTo } = await floorWithKeptAccounts()
  const elsewhere = () => otherServer.submit(placeCommand('acc_A', requestOf(CHEAP), floor.feed))
  const answers: string[] = []
  for (let turn = 0; turn < 3; turn++) {
    await elsewhere()
    answers.push(await answerTo('acc_A', CHEAP))
  }
  // In vain once, and then it is locked at once.
  expect(written).toEqual([0])
  for (let turn = 0; turn < 3; turn++) answers.push(await answerTo('acc_A', CHEAP))
  expect(written).toEqual([0, 1, 1])
  expect(new Set(answers)).toEqual(new Set(['accepted']))
  expect(await floor.state('acc_A')).toMatchObject({ heldCash: '10', seq: 10 })
})

test('behind a connection that was lost nothing is known any more', async () => {
  let lost = 0
  const { steered, written } = interrupted()
  const floor = await openFloor({ ...steered, connectionsLost: () => lost })
  await floor.account('acc_A')
  floor.feed.show('AAPL', '9.99', '10.00')
  await floor.order('acc_A', CHEAP)
  lost++
  await floor.order('acc_A', CHEAP)
  expect(written).toEqual([])
  await floor.order('acc_A', CHEAP)
  expect(written).toEqual([1])
})
