/** The pages Sandbox and Leaderboard as an operator uses them. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cents, less, shownDecimal } from '../../src/clients/console/ui/decimal'
import { inBrowser } from './support/chromium'
import { openConsole, signInByLink } from './support/signed-in'
import { expectToBeAccessible, expectToFit, LOOKS, openSite, picture } from './support/site'
import { tradeTwoDays } from './support/week'

/** The path of each page, and an element that it has once it is loaded. */
const PAGES = [
  ['sandbox', '.sandbox-clock b'],
  ['leaderboard', 'tbody tr'],
] as const

await inBrowser('the sandbox and the leaderboard', async (browser) => {
  const site = await openSite()
  afterAll(async () => {
    await browser.close()
    await site.close()
  })
  let cookie = ''
  beforeAll(async () => {
    await tradeTwoDays(site)
    cookie = await signInByLink(site)
  })

  test.each(LOOKS)(
    '[console.policy] [console.languages] the pages Sandbox and Leaderboard fit %j and are accessible',
    async (look) => {
      for (const [path, content] of PAGES) {
        const { page, faults } = await openConsole(browser, site, cookie, { path, look })
        await page.locator(content).first().waitFor()
        await picture(page, `${path}-${look.width}-${look.theme}-${look.language}`)
        await expectToFit(page)
        await expectToBeAccessible(page)
        expect(faults).toEqual([])
      }
    },
  )

  test('[console.sandbox] the sandbox moves the clock, pins a quote and logs both', async () => {
    const { page, faults } = await openConsole(browser, site, cookie, { path: 'sandbox' })
    await page.getByText('11:00:00').first().waitFor()
    await page.getByRole('button', { name: '+1 min' }).click()
    await page.getByText('Advanced the clock: +1 min').waitFor()
    expect((await site.get('/paper/clock')).body.now).toBe('2026-03-04T01:01:00.000+09:00')
    await page.getByLabel('Bid').fill('100')
    await page.getByLabel('Ask').fill('100.5')
    await page.getByRole('button', { name: 'Pin quote' }).click()
    await page.getByText('Pinned AAPL at 100 / 100.5').waitFor()
    const { quotes } = (await site.get('/v1/market/quotes?symbols=AAPL')).body
    expect(Object(quotes)[0]).toMatchObject({ bidPrice: '100.00', askPrice: '100.50' })
    const pins = page.getByRole('table', { name: 'Pinned quotes' })
    await pins.getByRole('cell', { name: '100.50' }).waitFor()
    await page.getByRole('link', { name: 'Trade', exact: true }).click()
    await page.locator('.headline').getByText('quote pinned', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Sandbox', exact: true }).click()
    await pins.getByRole('button', { name: 'Release AAPL' }).click()
    await page.getByText('Released AAPL').waitFor()
    await page.getByText('No pinned quotes.').waitFor()
    expect(faults).toEqual([])
  })

  test('[console.sandbox] the sandbox plays a scenario from a file, and refuses one that it cannot read', async () => {
    const { page, faults } = await openConsole(browser, site, cookie, { path: 'sandbox' })
    const file = page.getByLabel('File')
    const drop = async (text: string) => {
      const buffer = Buffer.from(text)
      await file.setInputFiles({ name: 'a.scenario', mimeType: 'text/plain', buffer })
      await page.getByRole('button', { name: 'Play' }).click()
    }
    await drop('day 2026-03-03\n11:30 market hlat\n')
    await page.getByText('did you mean').first().waitFor()
    await drop('expect orders 0\n')
    await page.getByRole('cell', { name: 'expect orders 0' }).waitFor()
    expect(await page.getByRole('cell', { name: 'failed' }).count()).toBe(1)
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
  })

  test('[console.today] the gain of the day stays after the close, and is the same on each page', async () => {
    const { page, faults } = await openConsole(browser, site, cookie, { path: 'sandbox' })
    await page.getByRole('button', { name: 'To the next close' }).click()
    await page.getByText('Advanced the clock: To the next close').waitFor()
    const { points } = (await site.get('/paper/account/history')).body
    // Now is the close itself.
    const [monday, now] = Array.isArray(points) ? points.slice(-2) : []
    expect(monday.time).toBe('2026-03-03T06:00:00.000+09:00')
    const gain = cents(less(now.totalAssetAmount, monday.totalAssetAmount))
    expect(Number(gain)).not.toBe(0)
    const shown = shownDecimal(gain, { places: 2, signed: true })
    const today = page.locator('.account-bar dl > div', { hasText: 'today' })
    await today.getByText(shown).waitFor()
    await page.getByRole('link', { name: 'Trade', exact: true }).click()
    await page.locator('.headline').waitFor()
    await today.getByText(shown).waitFor()
    expect(faults).toEqual([])
  })

  test('[console.leaderboard] the leaderboard has each account’s statement as a file', async () => {
    const { page } = await openConsole(browser, site, cookie, { path: 'leaderboard' })
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: /^Statement of acc_/ }).click()
    const text = await Bun.file(await (await download).path()).text()
    expect(text).toContain(',BUY,AAPL,Apple Inc.,40,')
  })
})
