/** The ticket, the chart and the equity of the page Trade, as a trader uses them. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { inBrowser } from './support/chromium'
import { openConsole, signInByLink } from './support/signed-in'
import {
  expectToBeAccessible,
  expectToFit,
  LOOKS,
  openSite,
  picture,
  withoutRefusals,
} from './support/site'
import { tradeTwoDays } from './support/week'

const CLIENT = { PAPER_CLIENT_ID: 'pk_test_ticket', PAPER_CLIENT_SECRET: 'sk_test_0123456789abcd' }

await inBrowser('the ticket', async (browser) => {
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
  const opened = (path: string) => openConsole(browser, site, cookie, { path })
  const quantity = (page: Page) => page.getByLabel('Quantity')
  const part = (page: Page, name: string) =>
    page
      .getByRole('group', { name: 'Percent of the maximum quantity' })
      .getByRole('button', { name })

  test('Max buys the whole shares that the buying power can hold, and 50 % half of them', async () => {
    const { page, faults } = await opened('?symbol=KO')
    await page.locator('.estimate').waitFor()
    const { buyingPower } = (await site.get('/v1/account')).body
    const { quotes } = (await site.get('/v1/market/quotes?symbols=KO')).body
    const ask = Number(Object(quotes)[0].askPrice)
    const most = Math.floor(Number(buyingPower) / (ask * 1.03))
    await part(page, 'Max').click()
    await page.waitForFunction(
      (text) =>
        document.querySelector<HTMLInputElement>('.ticket input[inputmode]')?.value === text,
      String(most),
    )
    const left = page.locator('.estimate dt', { hasText: 'Buying power left' }).locator('+ dd')
    await left.getByText(/^\d/).waitFor()
    await part(page, '50 %').click()
    await page.waitForFunction(
      (text) =>
        document.querySelector<HTMLInputElement>('.ticket input[inputmode]')?.value === text,
      String(Math.floor(Number(buyingPower) / 2 / (ask * 1.03))),
    )
    expect(faults).toEqual([])
  })

  test('a sell shows the sellable shares, and its buttons and the holding fill them in', async () => {
    const { page, faults } = await opened('?symbol=NVDA')
    await page.getByText('Sell', { exact: true }).first().click()
    // An open order holds 20 of 60 shares.
    await page.getByText('Sellable: 40').waitFor()
    await part(page, '25 %').click()
    expect(await quantity(page).inputValue()).toBe('10')
    await page.getByRole('button', { name: 'Sell all TSLA' }).click()
    await page.getByRole('heading', { name: 'TSLA', exact: true }).waitFor()
    expect(await quantity(page).inputValue()).toBe('15')
    await page.getByRole('button', { name: 'Sell TSLA', exact: true }).waitFor()
    expect(faults).toEqual([])
  })

  test('a press on the bid or the ask makes a limit order at that price', async () => {
    const { page, faults } = await opened('?symbol=MSFT')
    const { quotes } = (await site.get('/v1/market/quotes?symbols=MSFT')).body
    const { bidPrice, askPrice } = Object(quotes)[0]
    await page.getByRole('button', { name: `Limit order at ${bidPrice}` }).click()
    expect(await page.getByLabel('Limit price').inputValue()).toBe(bidPrice)
    await page.getByRole('button', { name: `Limit order at ${askPrice}` }).click()
    expect(await page.getByLabel('Limit price').inputValue()).toBe(askPrice)
    expect(faults).toEqual([])
  })

  test('the ticket shows what has become of its order', async () => {
    const { page } = await opened('?symbol=KO')
    const outcome = page.locator('.ticket .outcome')
    await quantity(page).fill('5')
    await page.getByRole('button', { name: 'Buy KO' }).click()
    await outcome.getByText('Order placed.').waitFor()
    await site.advance('PT2S')
    await outcome.getByText(/Filled 5 at \d/).waitFor()
    await page.getByText('Limit', { exact: true }).first().click()
    await quantity(page).fill('3')
    await page.getByLabel('Limit price').fill('10')
    await page.getByRole('button', { name: 'Buy KO' }).click()
    await site.advance('PT2S')
    await outcome.getByText('limit not reached').waitFor()
    await page.getByRole('button', { name: 'Cancel Buy 3 KO' }).click()
    await site.advance('PT2S')
    await outcome.getByText('Canceled').waitFor()
  })

  test('a quantity that is not a number is refused in plain words', async () => {
    const { page, faults } = await opened('?symbol=KO')
    await quantity(page).fill('ten')
    await page.getByText('Enter a number of shares above 0').waitFor()
    expect(withoutRefusals(faults)).toEqual([])
  })

  test('the values of the candle under the crosshair stand above the chart', async () => {
    const { page, faults } = await opened('?symbol=AAPL')
    const values = page.locator('.candle-values')
    await values.getByText('Vol').waitFor()
    const last = await values.textContent()
    const box = await page.locator('.canvas').boundingBox()
    if (box === null) throw new Error('there is no chart')
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 3)
    await page.waitForFunction(
      (text) => document.querySelector('.candle-values')?.textContent !== text,
      last,
    )
    expect(await values.textContent()).toMatch(/^O [\d.]+H [\d.]+L [\d.]+C [\d.]+Vol [\d,]+$/)
    expect(faults).toEqual([])
  })

  test('the equity is drawn over a day and over all days', async () => {
    const { page, faults } = await opened('')
    const line = page.getByRole('img', { name: /^Equity from .* \d\d:\d\d to 3 Mar 11:00/ })
    await line.waitFor()
    const points = (await line.locator('polyline').getAttribute('points')) ?? ''
    expect(points.split(' ').length).toBeGreaterThan(20)
    await page.getByText('All', { exact: true }).click()
    await page.getByRole('img', { name: /^Equity from 2 Mar to 3 Mar/ }).waitFor()
    expect(faults).toEqual([])
  })

  describe.each(LOOKS)('at $width px, $theme, in $language', (look) => {
    test('a filled ticket fits and is accessible', async () => {
      const path = '?symbol=AAPL'
      const { page, faults } = await openConsole(browser, site, cookie, { path, look })
      await page.locator('.candle-values .amount').first().waitFor()
      await picture(page, `ticket-page-${look.width}-${look.theme}-${look.language}`)
      await page.locator('.price-button').first().click()
      await quantityField(page).fill('12')
      await page.locator('.estimate .amount').first().waitFor()
      await expectToFit(page)
      await expectToBeAccessible(page)
      await picture(page, `ticket-${look.width}-${look.theme}-${look.language}`)
      expect(faults).toEqual([])
    })
  })
})

/** The quantity, in either language. */
const quantityField = (page: Page) => page.locator('.ticket input[inputmode=decimal]').first()
