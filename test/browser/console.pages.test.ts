/** Each page of the console on a phone and on a wide screen, dark and light, in both languages. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { inBrowser } from './support/chromium'
import {
  expectToBeAccessible,
  expectToFit,
  LOOKS,
  openPage,
  openSite,
  picture,
} from './support/site'
import { type Visitor, visitorOf } from './support/visitor'
import { tradeTwoDays } from './support/week'

/** Where a page is, and what is there once it has been loaded. */
const PAGES = [
  ['trade', '/console/', '.headline .amount'],
  ['orders', '/console/orders', 'tbody tr'],
  ['market', '/console/market', 'tbody tr'],
  ['keys', '/console/keys', 'h1'],
  ['desk', '/console/desk', '.desk-clock b'],
  ['class', '/console/class', 'tbody tr'],
] as const

await inBrowser('the console', async (browser) => {
  const site = await openSite()
  afterAll(async () => {
    await browser.close()
    await site.close()
  })
  let visitor: Visitor
  beforeAll(async () => {
    await tradeTwoDays(site)
    visitor = await visitorOf(browser, site, { code: site.brokerage.consoleCode })
  })

  test.each(LOOKS)(
    '[console.policy] [console.languages] every page of the console fits %j, is accessible and breaks no rule of its own',
    async (look) => {
      const { page, faults } = await openPage(browser, site, look, visitor)
      const name = (each: string) => `${each}-${look.width}-${look.theme}-${look.language}`
      for (const [each, path, content] of PAGES) {
        await page.goto(path)
        await page.locator(content).first().waitFor()
        await picture(page, name(each))
        await expectToFit(page)
        await expectToBeAccessible(page)
      }
      expect(faults).toEqual([])
      await page.context().close()
    },
  )
})
