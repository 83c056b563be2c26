/** Stops, exits, amendments and closes on the page Trade, as a trader uses them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { must } from '../support/answers'
import { orderOf, stopOf } from '../support/orders'
import { until } from '../support/until'
import { inBrowser } from './support/chromium'
import { openConsole, openOwnConsole, signInByLink } from './support/signed-in'
import {
  expectToBeAccessible,
  expectToFit,
  LOOKS,
  openSite,
  picture,
  withoutRefusals,
} from './support/site'
import { tradeTwoDays } from './support/week'

const CLIENT = { PAPER_CLIENT_ID: 'pk_test_exits', PAPER_CLIENT_SECRET: 'sk_test_0123456789abcd' }

/** Between two readings of the list, in the page's milliseconds. */
const READING_MS = 3_000

/** Whether a press anywhere on the element reaches it. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  return [0.1, 0.3, 0.5, 0.7, 0.9].every((part) =>
    element.contains(document.elementFromPoint(left + width * part, top + height * part)),
  )
}

await inBrowser('the exits', async (browser) => {
  const site = await openSite(CLIENT)
  afterAll(async () => {
    await browser.close()
    await site.close()
  })
  let cookie = ''
  beforeAll(async () => {
    await tradeTwoDays(site)
    cookie = await signInByLink(site)
  })
  // AAPL 25, MSFT 20, NVDA 60, SPY 12 and TSLA 15 shares, and nothing open.
  beforeEach(async () => {
    must(await site.delete('/paper/orders'))
    await site.advance('PT2S')
  })
  const opened = (path: string) => openConsole(browser, site, cookie, { path })
  const conditional = async (body: object) =>
    must(await site.post('/paper/conditional-orders', body))
  const waiting = async () => {
    const { body } = await site.get('/paper/conditional-orders?status=OPEN')
    return Object(body).conditionalOrders
  }
  const dialogOf = (page: Page) => page.getByRole('dialog')
  /** A price in whole dollars, one to two below AAPL's bid, which the chart shows. */
  const belowTheBid = async (): Promise<number> => {
    const { body } = await site.get('/v1/market/quotes?symbols=AAPL')
    return Math.floor(Number(Object(body).quotes[0].bidPrice)) - 1
  }

  test('[console.profit] the holdings are headed by what sales have realized, and what is still open', async () => {
    const { page, faults } = await opened('')
    const { realizedProfitAmount } = must(await site.get('/paper/account/profit'))
    const shown = page.locator('.profits dt', { hasText: 'Realized profit' }).locator('+ dd')
    await shown.getByText(/\d\.\d\d/).waitFor()
    const digits = (text: unknown) => String(text).replace(/[^\d.]/g, '')
    expect(digits(await shown.textContent())).toBe(digits(realizedProfitAmount))
    expect(Number(realizedProfitAmount)).not.toBe(0)
    await page.locator('.profits dt', { hasText: 'Unrealized' }).waitFor()
    expect(faults).toEqual([])
  })

  test('[console.exits] a holding is protected from its row by both exits, which a cancel ends', async () => {
    const { page, faults } = await opened('?symbol=NVDA')
    await page.getByRole('button', { name: 'Protect NVDA' }).click()
    const dialog = dialogOf(page)
    expect(await dialog.getByLabel('Quantity').inputValue()).toBe('60')
    await dialog.getByLabel('Stop loss').first().fill('999')
    await dialog.getByLabel('Take profit').fill('1,200')
    const send = dialog.getByRole('button', { name: 'Protect', exact: true })
    await send.click()
    await dialog.getByRole('link', { name: /stop-already-reached/ }).waitFor()
    await dialog.getByLabel('Stop loss').first().fill('100')
    await send.click()
    await dialog.waitFor({ state: 'detached' })
    const stop = page.getByRole('row', {
      name: /^NVDA Stop loss · OCO Sell 60 0 100\.00 .* GTC Waiting/,
    })
    await stop.waitFor()
    await page.getByRole('row', { name: /^NVDA Take profit · OCO Sell 60 0 1,200\.00/ }).waitFor()
    expect(await waiting()).toMatchObject([
      { type: 'OCO', timeInForce: 'GTC', legs: [{ limitPrice: 1200 }, { stopPrice: 100 }] },
    ])
    await page.getByRole('button', { name: 'Cancel OCO 60 NVDA' }).click()
    await site.advance('PT2S')
    await page.mouse.move(0, 0)
    await stop.waitFor({ state: 'detached' })
    expect(await waiting()).toEqual([])
    expect(withoutRefusals(faults)).toEqual([])
  })

  test('a trail is protection as well, and a take profit alone is an order for the day', async () => {
    const { page, faults } = await opened('?symbol=TSLA')
    const dialog = dialogOf(page)
    const send = dialog.getByRole('button', { name: 'Protect', exact: true })
    await page.getByRole('button', { name: 'Protect TSLA' }).click()
    await dialog.getByLabel('Quantity').fill('10')
    await dialog.getByText('Trail %', { exact: true }).click()
    await dialog.getByText('Percent below the highest price').waitFor()
    await dialog.getByLabel('Stop loss').first().fill('2.5')
    await send.click()
    await page
      .getByRole('row', { name: /^TSLA Trailing stop · trails by 2\.5 % Sell 10/ })
      .waitFor()
    await page.getByRole('button', { name: 'Protect TSLA' }).click()
    await dialog.getByText('Sellable: 5').waitFor()
    await dialog.getByLabel('Take profit').fill('2000')
    await dialog
      .getByText('A take profit without a stop loss is a limit order, valid until the close.')
      .waitFor()
    await send.click()
    await page.getByRole('row', { name: /^TSLA .* Sell Limit DAY 5 0 2,000\.00/ }).waitFor()
    expect(faults).toEqual([])
  })

  test('[console.exits] the list of conditional orders follows the stream', async () => {
    const path = '?symbol=NVDA'
    const { page, faults } = await openOwnConsole(browser, site, cookie, { path })
    await page.clock.install({ time: '2026-03-03T16:00:00Z' })
    await page.reload()
    await page.getByRole('heading', { name: 'Holdings (5)' }).waitFor()
    await page.clock.pauseAt('2026-03-03T16:10:00Z')
    const read = page.waitForResponse(/conditional-orders\?/)
    await page.clock.runFor(READING_MS)
    await read
    const { conditionalOrderId } = await conditional(stopOf({ symbol: 'NVDA', stopPrice: 100 }))
    const row = page.getByRole('row', { name: /^NVDA Stop Sell 1 / })
    // In both waits together the page's clock passes less than the time between two readings.
    const shows = async (count: number) => {
      let leftMs = READING_MS / 2 - 1
      await until(
        async () => {
          if (leftMs-- > 0) await page.clock.runFor(1)
          return row.count()
        },
        (rows) => rows === count,
      )
    }
    await shows(1)
    must(await site.delete(`/paper/conditional-orders/${String(conditionalOrderId)}`))
    await shows(0)
    expect(faults).toEqual([])
  })

  test('[console.exits] all orders are canceled after a question, with what became of each', async () => {
    await site.placed(orderOf({ symbol: 'MSFT', limitPrice: 100, quantity: 3 }))
    await conditional(stopOf({ symbol: 'NVDA', stopPrice: 100, quantity: 10 }))
    const { page, faults } = await opened('?symbol=MSFT')
    await page.getByRole('row', { name: /^NVDA Stop Sell 10/ }).waitFor()
    await page.getByRole('button', { name: 'Cancel all' }).click()
    const dialog = dialogOf(page)
    await dialog.getByText('Open orders: 1. Conditional orders: 1.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel all' }).click()
    await dialog.getByText('Buy 3 MSFT: Canceling').waitFor()
    await dialog.getByText('Stop 10 NVDA: Canceled').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await waiting()).toEqual([])
    expect(faults).toEqual([])
  })

  test('[console.lines] an order is amended from its row, and by the line that is dragged on the chart', async () => {
    const limit = await belowTheBid()
    const lower = limit - 0.5
    await site.placed(orderOf({ symbol: 'AAPL', limitPrice: limit, quantity: 3 }))
    const { page, faults } = await opened('?symbol=AAPL')
    await page.locator('.candle-values .amount').first().waitFor()
    await page.getByRole('button', { name: 'Amend Buy 3 AAPL' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Limit price').fill(String(lower))
    await page.keyboard.press('Enter')
    await page
      .getByRole('row', { name: new RegExp(`^AAPL .* Buy Limit DAY 3 0 ${lower.toFixed(2)}`) })
      .waitFor()
    await dialog.waitFor({ state: 'detached' })
    await dragLine(page)
    const dragged = Number(await dialog.getByLabel('Limit price').inputValue())
    expect(dragged).toBeLessThan(lower)
    expect(dragged).toBeGreaterThan(lower - 6)
    await page.keyboard.press('Enter')
    await page
      .getByRole('row', { name: new RegExp(`Buy Limit DAY 3 0 ${dragged.toFixed(2)}`) })
      .waitFor()
    expect(faults).toEqual([])
  })

  test('[console.lines] a leg that waits is amended from its row, and by its line', async () => {
    const stopPrice = await belowTheBid()
    const lower = stopPrice - 0.5
    await conditional(stopOf({ symbol: 'AAPL', stopPrice, quantity: 5 }))
    const { page, faults } = await opened('?symbol=AAPL')
    await page.locator('.candle-values .amount').first().waitFor()
    await page.getByRole('button', { name: 'Amend Stop AAPL' }).click()
    const dialog = dialogOf(page)
    const stop = dialog.getByLabel('Stop price')
    await stop.fill('999')
    await page.keyboard.press('Enter')
    await dialog.getByRole('link', { name: /stop-already-reached/ }).waitFor()
    await stop.fill(String(lower))
    await page.keyboard.press('Enter')
    await page
      .getByRole('row', { name: new RegExp(`^AAPL Stop Sell 5 0 ${lower.toFixed(2)}`) })
      .waitFor()
    await dialog.waitFor({ state: 'detached' })
    await dragLine(page)
    const dragged = Number(await stop.inputValue())
    expect(dragged).toBeLessThan(lower)
    await page.keyboard.press('Enter')
    await page
      .getByRole('row', { name: new RegExp(`Stop Sell 5 0 ${dragged.toFixed(2)}`) })
      .waitFor()
    expect(withoutRefusals(faults)).toEqual([])
  })

  test('the ticket places a stop, a stop limit and a trail, which wait', async () => {
    const { page, faults } = await opened('?symbol=MSFT')
    const type = (name: string) => page.locator('.ticket').getByText(name, { exact: true }).click()
    const buy = page.getByRole('button', { name: 'Buy MSFT' })
    await type('Stop limit')
    await page.getByLabel('Quantity').fill('2')
    await page.getByLabel('Stop price').fill('1500')
    await buy.click()
    await page
      .locator('.form-field', { hasText: 'Limit price' })
      .getByText('Enter a price above 0.')
      .waitFor()
    await page.getByLabel('Limit price').fill('1501')
    await buy.click()
    await page.locator('.ticket .outcome').getByText('Order placed. Waiting').waitFor()
    await page.getByRole('row', { name: /^MSFT Stop limit Buy 2 0 1,500\.00/ }).waitFor()
    await type('Trailing')
    await page.locator('.ticket').getByText('USD above the lowest price').waitFor()
    await page.getByLabel('Quantity').fill('1')
    await page.getByLabel('Trail', { exact: true }).fill('25')
    await buy.dblclick()
    await page
      .getByRole('row', { name: /^MSFT Trailing stop · trails by 25\.00 USD Buy 1/ })
      .waitFor()
    expect(await waiting()).toHaveLength(2)
    expect(withoutRefusals(faults)).toEqual([])
  })

  test('[conditional.preview] the ticket estimates what a stop holds, and what the header then shows', async () => {
    const { page, faults } = await opened('?symbol=MSFT')
    await page.locator('.ticket').getByText('Stop', { exact: true }).click()
    await page.getByLabel('Quantity').fill('2')
    await page.getByLabel('Stop price').fill('1500')
    const estimated = (name: string) =>
      page.locator('.estimate dt', { hasText: name }).locator('+ dd')
    await estimated('Held until filled').getByText('3,090.00').waitFor()
    const left = (await estimated('Buying power left').textContent()) ?? ''
    await page.getByLabel('Stop price').fill('1')
    await page.locator('.estimate').getByRole('link', { name: 'stop-already-reached' }).waitFor()
    await page.getByLabel('Stop price').fill('1500')
    await estimated('Held until filled').getByText('3,090.00').waitFor()
    await page.getByRole('button', { name: '25 %' }).click()
    await page.waitForFunction(() => {
      const field = document.querySelector<HTMLInputElement>('.ticket input[inputmode=decimal]')
      return field !== null && Number(field.value) > 2
    })
    await page.getByLabel('Quantity').fill('2')
    await page.getByRole('button', { name: 'Buy MSFT' }).click()
    await page.getByRole('row', { name: /^MSFT Stop Buy 2 0 1,500\.00/ }).waitFor()
    const header = page.locator('.account-bar dl > div', { hasText: 'buying power' })
    await header.getByText(left, { exact: true }).waitFor()
    expect(withoutRefusals(faults)).toEqual([])
  })

  test('[console.exits] the orders page lists conditional orders that have ended, and why', async () => {
    await conditional({
      type: 'OCO',
      symbol: 'SPY',
      side: 'SELL',
      quantity: 1,
      takeProfit: { limitPrice: 9_000 },
      stopLoss: { stopPrice: 100 },
      triggerBy: 'BID_ASK',
      clientOrderId: 'ends',
    })
    const { page, faults } = await opened('orders')
    await page.getByText('Conditional orders', { exact: true }).click()
    const stop = page.getByRole('row', {
      name: /SPY .* Stop loss · OCO Sell 1 0 100\.00 DAY Waiting/,
    })
    await stop.waitFor()
    must(await site.put('/sandbox/quotes/SPY', { bidPrice: 90, askPrice: 90.01 }))
    await site.advance('PT2S')
    must(await site.delete('/sandbox/quotes/SPY'))
    await page
      .getByRole('row', { name: /SPY .* Stop loss · OCO Sell 1 1 100\.00 DAY Filled/ })
      .waitFor()
    const reason = 'Canceled · the other exit was triggered'
    const profit = page.getByRole('row', {
      name: new RegExp(`SPY .* Take profit · OCO Sell 1 0 9,000\\.00 DAY ${reason}`),
    })
    await profit.click()
    await page.getByText('It was canceled because the other exit was triggered.').waitFor()
    await page.getByLabel('Status').selectOption('OPEN')
    await page.getByText('No matches.').waitFor()
    await page.getByText('Orders', { exact: true }).last().click()
    await page.getByLabel('Status').selectOption('CLOSED')
    await page.getByText(reason).waitFor()
    expect(withoutRefusals(faults)).toEqual([])
  })

  test('the ticket buys with a take profit and a stop loss, which begin with the first share', async () => {
    const { page, faults } = await opened('?symbol=KO')
    const ticket = page.locator('.ticket')
    const buy = page.getByRole('button', { name: 'Buy KO' })
    await ticket.getByText('Limit', { exact: true }).click()
    await page.getByLabel('Quantity').fill('6')
    await ticket.getByText('Take profit and stop loss').click()
    await ticket.getByLabel('Take profit').fill('500')
    await ticket.getByLabel('Stop loss').first().fill('1')
    await buy.click()
    // Without its price it would be an entry at the market.
    await page
      .locator('.form-field', { hasText: 'Limit price' })
      .getByText('Enter a price above 0.')
      .waitFor()
    await ticket.getByText('Market', { exact: true }).click()
    await page.locator('.estimate').getByText('6 at ').waitFor()
    await buy.dblclick()
    await page.getByRole('row', { name: /^KO Take profit · Bracket Sell 6 0 500\.00/ }).waitFor()
    await page
      .locator('.outcome')
      .getByText(/Entry: Working · .*Waits for the entry/)
      .waitFor()
    await site.advance('PT2S')
    await page
      .getByRole('row', { name: /^KO Stop loss · Bracket Sell 6 0 1\.00 .* Waiting/ })
      .waitFor()
    await page.getByRole('row', { name: /^KO 6 / }).waitFor()
    expect(await waiting()).toMatchObject([{ type: 'BRACKET', timeInForce: 'DAY' }])
    expect(withoutRefusals(faults)).toEqual([])
    // What follows knows the other holdings alone.
    must(await site.post('/paper/holdings/KO/close', { clientOrderId: 'close-ko' }))
  })

  describe.each(LOOKS)('at $width px, $theme, in $language', (look) => {
    test('stops, their forms and the chart fit and are accessible', async () => {
      const below = await belowTheBid()
      await site.placed(orderOf({ symbol: 'AAPL', limitPrice: below, quantity: 5 }))
      await conditional({
        type: 'OCO',
        symbol: 'AAPL',
        side: 'SELL',
        quantity: 10,
        takeProfit: { limitPrice: below + 6 },
        stopLoss: { trailPercent: 1.5 },
        clientOrderId: `fits-${look.width}-${look.theme}`,
      })
      const path = '?symbol=AAPL'
      const { page, faults } = await openConsole(browser, site, cookie, { path, look })
      await page.locator('.candle-values .amount').first().waitFor()
      if (look.width === 360) {
        expect(await page.locator('.open-ticket button').evaluate(isOnTop)).toBe(true)
      }
      const actions = page
        .locator('.row-actions')
        .filter({ hasText: /Protect|손절·익절/ })
        .first()
      await actions.waitFor()
      await page.getByText('OCO').first().waitFor()
      const fits = async (part: string) => {
        await expectToFit(page)
        await expectToBeAccessible(page)
        await picture(page, `exits-${part}-${look.width}-${look.theme}-${look.language}`)
      }
      await fits('page')
      await actions.getByRole('button').first().click()
      await dialogOf(page).waitFor()
      await fits('protect')
      await page.keyboard.press('Escape')
      if (look.width === 360) await page.locator('.open-ticket button').click()
      await page.locator('.ticket .option-TRAILING_STOP').click()
      await page.locator('.ticket summary').click()
      await fits('ticket')
      expect(faults).toEqual([])
    })
  })

  test('[console.exits] a holding is closed from its row whatever holds its shares, and then all that can be', async () => {
    await conditional(stopOf({ symbol: 'NVDA', stopPrice: 100, quantity: 60 }))
    const { page, faults } = await opened('?symbol=NVDA')
    await page.getByRole('button', { name: 'Close NVDA' }).click()
    const dialog = dialogOf(page)
    await dialog.getByText('50 %').click()
    await dialog.getByRole('button', { name: 'Close NVDA' }).click()
    await dialog.waitFor({ state: 'detached' })
    await site.advance('PT2S')
    await page.getByRole('row', { name: /^NVDA 30 / }).waitFor()
    expect(await waiting()).toEqual([])
    must(await site.put('/sandbox/instruments/SPY', { tradable: 'SUSPENDED' }))
    await page.getByRole('button', { name: 'Close all' }).click()
    await dialog.getByText('Cancels the sell orders on all holdings (5)').waitFor()
    await dialog.getByRole('button', { name: 'Close all' }).click()
    await dialog.getByText('NVDA Sell order for 30').waitFor()
    await dialog.getByText('Trading in SPY is suspended').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await site.advance('PT2S')
    await page.getByRole('heading', { name: 'Holdings (1)' }).waitFor()
    expect(faults).toEqual([])
  })
})

/** Drags the first line of an order that the pointer finds on the chart a little down. */
async function dragLine(page: Page): Promise<void> {
  const chart = page.locator('.canvas')
  await page.locator('.headline').scrollIntoViewIfNeeded()
  const box = await chart.boundingBox()
  if (box === null) throw new Error('there is no chart')
  const x = box.x + box.width / 2
  const found = page.locator('.canvas.on-line')
  for (let y = box.y; y < box.y + box.height; y += 5) {
    await page.mouse.move(x, y)
    if ((await found.count()) === 0) continue
    await page.mouse.down()
    await page.mouse.move(x, y + 20, { steps: 4 })
    await page.mouse.up()
    return
  }
  throw new Error('no line can be moved')
}
