/** The pages Trade, Orders and Market as somebody uses them. */
import { afterAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { inBrowser } from './support/chromium'
import { openConsole, openOwnConsole, signInByLink } from './support/signed-in'
import { expectToBeAccessible, expectToFit, LOOKS, openSite, picture } from './support/site'

const CLIENT = { PAPER_CLIENT_ID: 'pk_test_console', PAPER_CLIENT_SECRET: 'sk_test_0123456789abcd' }

/** Chromium logs each response with an error, and each request or socket that is lost. */
const CHROMIUMS_OWN = ['console: Failed to load resource', 'console: WebSocket connection to']
const withoutRefusals = (faults: readonly string[]): readonly string[] =>
  faults.filter((fault) => !CHROMIUMS_OWN.some((line) => fault.startsWith(line)))

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

await inBrowser('trading on the console', async (browser) => {
  const site = await openSite(CLIENT)
  const cookie = await signInByLink(site)
  const opened = (path?: string) => openConsole(browser, site, cookie, path ? { path } : {})
  const openedApart = (path = '') => openOwnConsole(browser, site, cookie, { path })
  const orders = async () => {
    const { body } = await site.get('/v1/orders')
    return Array.isArray(body.orders) ? body.orders : []
  }
  afterAll(async () => {
    await browser.close()
    await site.close()
  })

  test('an order of the ticket is placed once for a double click, and fills live', async () => {
    const { page, faults } = await opened()
    await page.getByLabel('Quantity').fill('10')
    await page.locator('.estimate').getByText('10 at ').waitFor()
    await page.getByRole('button', { name: 'Buy AAPL' }).dblclick()
    await page.getByText('Order placed.').waitFor()
    await heading(page, 'Open orders (1)').waitFor()
    await site.advance('PT2S')
    await heading(page, 'Open orders (0)').waitFor()
    await heading(page, 'Fills (1)').waitFor()
    await heading(page, 'Holdings (1)').waitFor()
    expect(await orders()).toHaveLength(1)
    expect(faults).toEqual([])
  })

  test('[preview.hold] the ticket estimates the buying power that the header shows once the order waits', async () => {
    const { page, faults } = await opened('?symbol=KO')
    await page.getByLabel('Quantity').fill('33')
    const left = page.locator('.estimate dt', { hasText: 'Buying power left' }).locator('+ dd')
    await left.getByText(/^[\d,]+\.\d\d$/).waitFor()
    const estimated = (await left.textContent()) ?? ''
    await page.getByRole('button', { name: 'Buy KO' }).click()
    await heading(page, 'Open orders (1)').waitFor()
    const header = page.locator('.account-bar dl > div', { hasText: 'buying power' })
    await header.getByText(estimated, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Cancel Buy 33 KO' }).click()
    await site.advance('PT2S')
    expect(faults).toEqual([])
  })

  test('the star puts an instrument on the watch list, and takes it off', async () => {
    const { page, faults } = await opened('?symbol=KO')
    const row = page.locator('.watch').getByRole('row', { name: /^KO / })
    const star = page.getByRole('button', { name: 'KO on the watch list' })
    await star.click()
    await row.waitFor()
    expect(await star.getAttribute('aria-pressed')).toBe('true')
    await page.reload()
    await row.waitFor()
    await star.click()
    await row.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })

  test('an order whose answer is lost is placed once, however often it is tried', async () => {
    const { page, network } = await openedApart('?symbol=MSFT')
    const before = (await orders()).length
    await page.getByLabel('Quantity').fill('3')
    // The server carries it out, and neither its answer nor an event arrives.
    await network.cut()
    await network.mendHttp()
    let posts = 0
    await page.route('**/v1/orders?**', (route) => route.abort())
    await page.route('**/v1/orders', async (route) => {
      if (++posts > 1) return route.fallback()
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Buy MSFT' }).click()
    await page.getByText('the order may have been placed').waitFor()
    expect((await orders()).length).toBe(before + 1)
    await page.getByRole('button', { name: 'Try again' }).last().click()
    await page.getByText('Order placed.').waitFor()
    expect([posts, (await orders()).length]).toEqual([2, before + 1])
  })

  test('a refused order keeps the form, and says why at the field', async () => {
    const { page } = await opened()
    await page.getByText('Limit', { exact: true }).first().click()
    await page.getByLabel('Quantity').fill('5')
    await page.getByLabel('Limit price').fill('300.123')
    await page.getByRole('button', { name: 'Buy AAPL' }).click()
    const field = page.locator('.form-field', { hasText: 'Limit price' })
    await field.getByText('has 3 decimal places').waitFor()
    const link = field.getByRole('link', { name: /price-tick-violation/ })
    expect(await link.getAttribute('href')).toBe('/errors/price-tick-violation')
    expect(await page.getByLabel('Quantity').inputValue()).toBe('5')
    expect(await page.getByLabel('Limit price').inputValue()).toBe('300.123')
  })

  test('an open order is canceled from its row, and is there after a reload', async () => {
    const { page, faults } = await opened()
    await page.getByText('Limit', { exact: true }).first().click()
    await page.getByLabel('Quantity').fill('4')
    await page.getByLabel('Limit price').fill('200')
    await page.getByRole('button', { name: 'Buy AAPL' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Cancel Buy 4 AAPL' }).click()
    await page.getByText('Canceling').waitFor()
    await site.advance('PT2S')
    // The pointer is on its row, which stays until it leaves.
    await page.getByText('Canceled', { exact: true }).waitFor()
    await heading(page, 'Open orders (0)').hover()
    await page.mouse.move(0, 0)
    await page.getByText('Canceled', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByText('Canceled').first().waitFor()
    expect(faults).toEqual([])
  })

  test('an order that waits says why, and its row opens to what happened to it', async () => {
    const clientOrderId = 'to-be-explained'
    const orderId = await site.placed({
      symbol: 'NVDA',
      side: 'BUY',
      orderType: 'LIMIT',
      limitPrice: 100,
      quantity: 2,
      clientOrderId,
    })
    await site.advance('PT3S')
    const { page, faults } = await opened()
    const row = page.getByRole('row', { name: /^NVDA .*Limit DAY/ })
    await row.getByText('limit not reached').waitFor()
    await row.press('Enter')
    const life = page.getByRole('region', { name: 'Order timeline' })
    await life.getByText('The ask stayed above the limit').waitFor()
    await life.getByText(orderId).waitFor()
    await life.getByText(clientOrderId).waitFor()
    await site.cancel(orderId)
    await site.advance('PT2S')
    expect(faults).toEqual([])
  })

  test('what happens while the network is cut is there when it is back', async () => {
    const { page, faults, network } = await openedApart()
    await heading(page, 'Open orders (0)').waitFor()
    await network.cut()
    await page.getByText('Connection lost, trying again').waitFor()
    await site.placed({
      symbol: 'AAPL',
      side: 'BUY',
      orderType: 'LIMIT',
      limitPrice: 100,
      quantity: 7,
      clientOrderId: 'while-cut-off',
    })
    await network.mend()
    await heading(page, 'Open orders (1)').waitFor()
    await page.getByText('Connection lost, trying again').waitFor({ state: 'detached' })
    expect(withoutRefusals(faults)).toEqual([])
  })

  test('a network that swallows every request counts as lost, and is tried again', async () => {
    const { page } = await openedApart()
    await heading(page, 'Open orders (1)').waitFor()
    await page.clock.install()
    await page.reload()
    await heading(page, 'Open orders (1)').waitFor()
    await page.route('**/v1/**', () => {})
    for (let seconds = 0; seconds < 30; seconds += 5) await page.clock.fastForward(5_000)
    await page.getByText('Connection lost, trying again').waitFor()
    await page.unroute('**/v1/**')
    await page.clock.fastForward(5_000)
    await page.getByText('Connection lost, trying again').waitFor({ state: 'detached' })
  })

  test('keys lead to the search, to the ticket and to the list of keys', async () => {
    const { page } = await opened('market')
    await page.getByRole('combobox').first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('애플')
    await page.getByRole('option', { name: /^AAPL/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('s')
    await page.getByRole('button', { name: 'Sell AAPL' }).waitFor()
    await page.waitForFunction(
      () => document.activeElement?.getAttribute('inputmode') === 'decimal',
    )
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Settings' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('the lists are exported as CSV, with every field of the API', async () => {
    const { page } = await opened('orders')
    await page.getByRole('cell', { name: 'AAPL' }).first().waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export orders as CSV' }).click()
    const path = await (await download).path()
    const text = await Bun.file(path).text()
    const [fields = '', ...rows] = text.replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(fields).toStartWith('orderId,clientOrderId,symbol,side')
    expect(rows).toHaveLength((await orders()).length)
  })

  describe.each([
    ['trade', ''],
    ['orders', 'orders'],
    ['market', 'market'],
  ])('the page %s', (name, path) => {
    test.each(LOOKS)(`the page ${name} fits and is accessible: %j`, async (look) => {
      const { page, faults } = await openConsole(browser, site, cookie, { path, look })
      await page.waitForLoadState('networkidle')
      await expectToFit(page)
      await expectToBeAccessible(page)
      await picture(page, `${name}-${look.width}-${look.theme}-${look.language}`)
      expect(faults).toEqual([])
    })
  })
})
