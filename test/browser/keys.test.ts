/** Signing in, and the page "Keys", as a person uses them. */
import { afterAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { addConsoleUser, browserOf, PASSWORD } from '../support/console'
import { inBrowser } from './support/chromium'
import {
  expectToBeAccessible,
  expectToFit,
  LOOKS,
  type Look,
  openPage,
  openSite,
  picture,
} from './support/site'

await inBrowser('signing in and the keys', async (browser) => {
  const site = await openSite()
  const { consoleCode } = site.brokerage
  await addConsoleUser(site, 'anna')
  await addConsoleUser(site, 'ben')
  await addConsoleUser(site, 'carl')
  await addConsoleUser(site, 'olga', true)
  afterAll(async () => {
    await browser.close()
    await site.close()
  })

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  async function signedIn(name: string, look?: Look) {
    const { page, faults } = await openPage(browser, site, look)
    await page.goto('/console/keys')
    await page.locator('input[name=username]').fill(name)
    await page.locator('input[name=password]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.locator('#own-accounts').waitFor()
    // The session is read with a 401 if nobody is signed in.
    const others = () => faults.filter((fault) => !fault.includes('401'))
    return { page, faults: others }
  }

  test('[console.first-link] a link signs in, leaves the address at once, and works once', async () => {
    const { page, faults } = await openPage(browser, site)
    await page.goto(`/console/?code=${consoleCode}`)
    await page
      .locator('.account select')
      .waitFor({ state: 'attached' })
      .catch(() => {})
    await page.getByRole('link', { name: 'Keys', exact: true }).click()
    await page.locator('#own-accounts').waitFor()
    expect(page.url()).toBe(`${site.url}/console/keys`)
    await page.goBack()
    expect(page.url()).not.toContain('code')
    expect(faults).toEqual([])
    const again = await openPage(browser, site)
    await again.page.goto(`/console/?code=${consoleCode}`)
    await again.page.getByText('This link has been used already, or is too old.').waitFor()
    expect(again.page.url()).toBe(`${site.url}/console/`)
  })

  test('a wrong password is refused, and the form keeps what was typed', async () => {
    const { page } = await openPage(browser, site)
    await page.goto('/console/')
    await page.locator('input[name=username]').fill('anna')
    await page.locator('input[name=password]').fill('wrong horse battery')
    await button(page, 'Sign in').click()
    await page.getByText('The name or the password is wrong.').waitFor()
    expect(await page.locator('input[name=username]').inputValue()).toBe('anna')
  })

  test('a key is made, shown once, used, rotated and disabled', async () => {
    const { page, faults } = await signedIn('anna')
    await page.getByText('No keys yet').waitFor()
    await button(page, 'New key').click()
    await page.locator('dialog').getByLabel('Name', { exact: true }).fill('my bot')
    await button(page, 'Create key').click()
    const shown = page.locator('.shown-secret')
    await shown.waitFor()
    const [clientId = '', clientSecret = ''] = await shown.locator('.facts code').allTextContents()
    expect(clientSecret).toStartWith('sk_test_')
    await site.tokenOf(clientId, clientSecret)

    const card = page.getByRole('article', { name: 'my bot' })
    await button(page, 'Done').click()
    expect(await page.content()).not.toContain(clientSecret)

    await card.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByRole('heading', { name: 'Rotate the secret of my bot?' }).waitFor()
    await page.locator('dialog').getByRole('button', { name: 'Rotate secret' }).click()
    await shown.waitFor()
    const rotated = (await shown.locator('.facts code').allTextContents())[1]
    expect((await site.issueToken(clientId, clientSecret)).status).toBe(401)
    await site.tokenOf(clientId, rotated)

    await card.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('heading', { name: 'Disable my bot?' }).waitFor()
    await page.locator('dialog').getByRole('button', { name: 'Disable' }).click()
    await card.getByText('Disabled').waitFor()
    expect((await site.issueToken(clientId, rotated)).status).toBe(403)
    await card.getByRole('button', { name: 'Enable' }).click()
    await card.getByRole('button', { name: 'Disable' }).waitFor()
    await site.tokenOf(clientId, rotated)
    expect(faults()).toEqual([])
  })

  test('an account is made with a sum, which the server may refuse, and is reset', async () => {
    const { page } = await signedIn('anna')
    await button(page, 'New account').click()
    const cash = page.getByLabel('Cash in USD')
    await cash.fill('a lot')
    await button(page, 'Create account').click()
    await page.locator('dialog .refusal').waitFor()
    expect(await cash.inputValue()).toBe('a lot')
    await cash.fill('2,500.50')
    await button(page, 'Create account').click()
    const row = page.locator('tbody tr', { hasText: '2,500.50' })
    await row.waitFor()
    await row.getByRole('button', { name: /^Reset / }).click()
    await cash.fill('777')
    await page.locator('dialog').getByRole('button', { name: 'Reset' }).click()
    await page.locator('tbody tr', { hasText: '777.00' }).waitFor()
  })

  test('[console.account-name] an account has a name, which the chooser of accounts shows', async () => {
    const { page, faults } = await signedIn('anna')
    await button(page, 'New account').click()
    await page.locator('dialog').getByLabel('Name', { exact: true }).fill('Breakout')
    await button(page, 'Create account').click()
    const row = page.locator('tbody tr', { hasText: 'Breakout' })
    await row.waitFor()
    const chooser = page.locator('.account select option', { hasText: 'Breakout · acc_' })
    await chooser.waitFor({ state: 'attached' })
    await row.getByRole('button', { name: /^Rename / }).click()
    await page.locator('dialog').getByLabel('Name', { exact: true }).fill('Swing')
    await page.locator('dialog').getByRole('button', { name: 'Save' }).click()
    await page.locator('tbody tr', { hasText: 'Swing' }).waitFor()
    await page
      .locator('.account select option', { hasText: 'Swing · acc_' })
      .waitFor({ state: 'attached' })
    expect(await chooser.count()).toBe(0)
    expect(faults()).toEqual([])
  })

  test('[console.own] another user sees nothing of it', async () => {
    const { page } = await signedIn('ben')
    await page.getByText('No keys yet').waitFor()
    await page.getByText('No accounts yet.').waitFor()
  })

  test('[console.password] a user changes the password, and stays signed in', async () => {
    const { page, faults } = await signedIn('carl')
    await button(page, 'Change password').click()
    await page.locator('input[name=current]').fill(PASSWORD)
    await page.locator('input[name=new]').fill('short')
    await button(page, 'Save').click()
    await page.getByText('it must have 10 to 256 characters').waitFor()
    await page.locator('input[name=new]').fill('another horse battery')
    await button(page, 'Save').click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    // A change goes on with the CSRF token of the new session.
    await button(page, 'New account').click()
    await button(page, 'Create account').click()
    await page.locator('tbody tr', { hasText: '100,000.00' }).first().waitFor()
    expect(faults().filter((fault) => !fault.includes('400'))).toEqual([])
    expect((await browserOf(site).signIn('carl', 'another horse battery')).status).toBe(200)
    expect(await page.getByRole('heading', { name: 'Users' }).count()).toBe(0)
  })

  test('[console.operator] an operator makes a user, a link, and takes the password', async () => {
    const { page } = await signedIn('olga')
    await button(page, 'New user').click()
    await page.locator('input[name=new-user]').fill('dora')
    await page.locator('input[name=new]').fill(PASSWORD)
    await button(page, 'Create user').click()
    const row = page.locator('tbody tr', { hasText: 'dora' })
    await row.getByText('Password', { exact: true }).waitFor()
    expect((await browserOf(site).signIn('dora')).status).toBe(200)
    await row.getByRole('button', { name: 'New link for dora' }).click()
    const link = new URL((await page.locator('.link').textContent()) ?? '')
    const code = link.searchParams.get('code')
    expect((await browserOf(site).open(code)).body.user).toMatchObject({ name: 'dora' })
    await row.getByRole('button', { name: 'Remove password of dora' }).click()
    await page.locator('dialog').getByRole('button', { name: 'Remove' }).click()
    await row.getByText('Link', { exact: true }).waitFor()
    expect((await browserOf(site).signIn('dora')).status).toBe(401)
  })

  test('a reload keeps the session, and signing out ends it', async () => {
    const { page } = await signedIn('ben')
    await page.reload()
    await page.locator('#own-accounts').waitFor()
    await button(page, 'Settings').click()
    await button(page, 'Sign out').click()
    await page.locator('input[name=username]').waitFor()
    await page.reload()
    await page.locator('input[name=username]').waitFor()
  })

  describe.each(LOOKS)('at $width px, $theme, in $language', (look) => {
    const named = `${look.width}-${look.theme}-${look.language}`

    test('the sign-in fits and is accessible', async () => {
      const { page } = await openPage(browser, site, look)
      await page.goto('/console/')
      await page.locator('input[name=username]').waitFor()
      await expectToFit(page)
      await expectToBeAccessible(page)
      await picture(page, `signin-${named}`)
    })

    test('the users fit and are accessible', async () => {
      const { page } = await signedIn('olga', look)
      await page.locator('tbody tr', { hasText: 'anna' }).waitFor()
      await expectToFit(page)
      await expectToBeAccessible(page)
      await picture(page, `users-${named}`)
    })

    test('the keys fit and are accessible', async () => {
      const { page, faults } = await signedIn('anna', look)
      await page.locator('.client').first().waitFor()
      await expectToFit(page)
      await expectToBeAccessible(page)
      await picture(page, `keys-${named}`)
      await page.locator('.client button[aria-expanded]').first().click()
      await page.locator('.connect .option-python').click()
      await expectToFit(page)
      await picture(page, `keys-connect-${named}`)
      await page.locator('.keys-page > header button').click()
      await page.locator('dialog').waitFor()
      await expectToFit(page)
      await expectToBeAccessible(page)
      await picture(page, `keys-new-${named}`)
      expect(faults()).toEqual([])
    })
  })
})
