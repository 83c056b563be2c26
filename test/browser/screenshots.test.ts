/**
 * The pictures of the documents, from the real pages, with one seed and a paused clock.
 * `bun run screenshots` writes them.
 */
import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { marketReport } from '../../tools/market-report/report'
import { run } from '../support/command'
import { aFolder } from '../support/folders'
import { inBrowser } from './support/chromium'
import { openConsole, signInByLink } from './support/signed-in'
import { openSite, PATIENCE_MS } from './support/site'
import { tradeTwoDays } from './support/week'

/** The file of each picture, its page, its theme, and an element that it has once it is drawn. */
const PICTURES = [
  ['docs/console-trade.png', '', 'dark', 'canvas'],
  ['docs/console-keys.png', 'keys', 'light', '#own-accounts'],
] as const

const IS_WRITTEN = process.env.SCREENSHOTS === 'write'
/** The whole report takes minutes, so only the picture that is written is of the whole. */
const REPORTED = IS_WRITTEN ? [] : ['KO', 'SPY', '--years', '2023-2024']
const REPORT_TIMEOUT_MS = 1_800_000

await inBrowser('the pictures of the documents', async (browser) => {
  const site = await openSite()
  await tradeTwoDays(site)
  const cookie = await signInByLink(site)
  afterAll(async () => {
    await browser.close()
    await site.close()
  })

  test.each(PICTURES)('%s is the page of a real server', async (file, path, theme, content) => {
    const look = { width: 1440, theme, language: 'en' } as const
    const { page, faults } = await openConsole(browser, site, cookie, { path, look })
    await page.locator(content).first().waitFor()
    if (path === '') {
      await page.getByLabel('Quantity').fill('10')
      await page.locator('.estimate').getByText('10 at ').waitFor()
    }
    await page.waitForLoadState('networkidle')
    const image = await page.screenshot({ animations: 'disabled' })
    expect(image.length).toBeGreaterThan(20_000)
    if (IS_WRITTEN) await Bun.write(file, image)
    expect(faults).toEqual([])
  })

  test(
    'docs/market-report.png shows the first charts of the report',
    async () => {
      const file = join(await aFolder(), 'report.html')
      await run(marketReport, [...REPORTED, '--out', file])
      const page = await browser.newPage({ viewport: { width: 1160, height: 1140 } })
      page.setDefaultTimeout(PATIENCE_MS)
      await page.goto(`file://${file}`)
      const image = await page.screenshot()
      expect(image.length).toBeGreaterThan(20_000)
      if (IS_WRITTEN) await Bun.write('docs/market-report.png', image)
      await page.close()
    },
    REPORT_TIMEOUT_MS,
  )
})
