/** /docs and /errors as people see them. */
import { afterAll, expect, test } from 'bun:test'
import { inBrowser } from './support/chromium'
import {
  expectToBeAccessible,
  expectToFit,
  LOOKS,
  openPage,
  openSite,
  picture,
} from './support/site'

await inBrowser('/docs and /errors', async (browser) => {
  const site = await openSite()
  afterAll(async () => {
    await browser.close()
    await site.close()
  })

  const pages = [
    ['docs', '/docs#/Orders/placeOrder', '#operations-Orders-placeOrder .responses-inner'],
    ['errors', '/errors', 'table'],
    ['error', '/errors/insufficient-buying-power', 'pre'],
  ] as const

  const looks = LOOKS.filter(({ language }) => language === 'en')
  test.each(looks.flatMap((look) => pages.map((page) => [...page, look] as const)))(
    '[run.documentation] [error.list] the page %s fits the screen, %s %s %j',
    async (name, path, content, look) => {
      const { page, faults } = await openPage(browser, site, look)
      await page.goto(path)
      await page.locator(content).first().waitFor()
      await picture(page, `${name}-${look.width}-${look.theme}`)
      await expectToFit(page)
      // The markup of Swagger UI is not ours.
      if (name !== 'docs') await expectToBeAccessible(page)
      expect(faults).toEqual([])
    },
  )
})
