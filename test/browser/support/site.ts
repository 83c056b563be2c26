/** A whole server for a browser, and pages that record every error in them. */
import { expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { openApi } from '../../support/api'

export type Site = Awaited<ReturnType<typeof openSite>>

/** The longest wait for a page on a busy machine. */
export const PATIENCE_MS = 300_000

/** Simulated prices, a clock that is paused at 10:00 in New York, and the sandbox. */
const SETTINGS = {
  SANDBOX: 'on',
  MARKET_SPEED: '0',
  FILL_PROFILE: 'standard',
  PAPER_CLIENT_ID: 'pk_test_site',
  PAPER_CLIENT_SECRET: 'sk_test_0123456789abcdef',
}

/** A server on a port of its own. The caller closes it. */
export async function openSite(settings: Readonly<Record<string, string>> = {}) {
  const api = await openApi({ feed: 'configured', env: { ...SETTINGS, ...settings } })
  api.app.listen({ hostname: '127.0.0.1', port: 0 })
  const { server } = api.app
  if (server === null) throw new Error('the server does not listen')
  return {
    ...api,
    url: server.url.origin,
    async close() {
      await server.stop(true)
      await api.close()
    },
  }
}

export interface Look {
  readonly width: 360 | 1440
  readonly theme: 'light' | 'dark'
  readonly language: 'en' | 'ko'
}

const HEIGHTS = { 360: 740, 1440: 900 } as const

/** Both widths, themes and languages, in four combinations. */
export const LOOKS: readonly Look[] = [
  { width: 360, theme: 'light', language: 'en' },
  { width: 360, theme: 'dark', language: 'ko' },
  { width: 1440, theme: 'light', language: 'ko' },
  { width: 1440, theme: 'dark', language: 'en' },
]

export interface WatchedPage {
  readonly page: Page
  /** Errors of scripts, of the console, of the page's policy, and requests to other hosts. */
  readonly faults: string[]
}

interface KeptPage extends WatchedPage {
  readonly origin: string
  readonly language: Look['language']
  isFree: boolean
}

/** Pages that wait for a later test: their next load costs half of what a context's first does. */
const kept = new WeakMap<Browser, readonly KeptPage[]>()

/** A page without a session or anything stored. When its test has ended, a later one has it. */
export async function openPage(
  browser: Browser,
  site: { readonly url: string },
  look: Look = { width: 1440, theme: 'light', language: 'en' },
): Promise<WatchedPage> {
  const { width, theme, language } = look
  const pages = kept.get(browser) ?? []
  const free = pages.find(
    (one) => one.isFree && one.origin === site.url && one.language === language,
  )
  if (free === undefined) {
    const watched = await openOwnPage(browser, site, look)
    kept.set(browser, [...pages, { ...watched, origin: site.url, language, isFree: false }])
    return watched
  }
  free.isFree = false
  free.faults.length = 0
  await free.page.setViewportSize({ width, height: HEIGHTS[width] })
  await free.page.emulateMedia({ colorScheme: theme })
  return free
}

/** After a test: closes what it has opened, but for pages that a later one may have. */
export async function releasePages(browser: Browser): Promise<void> {
  const pages = (kept.get(browser) ?? []).filter(({ page }) => !page.isClosed())
  kept.set(browser, pages)
  const contexts = new Set(pages.map(({ page }) => page.context()))
  await Promise.all([
    ...pages.filter(({ isFree }) => !isFree).map(({ page }) => clear(page)),
    ...browser.contexts().flatMap((context) => (contexts.has(context) ? [] : [context.close()])),
  ])
  for (const one of pages) one.isFree = true
}

/** Leaves the site: an open page would draw every tick during the following tests. */
async function clear(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (!location.protocol.startsWith('http')) return
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.goto('about:blank')
  await page.mouse.move(0, 0)
  await page.context().clearCookies()
}

/** A page in its own context, for a test that steers its clock, its network or its requests. */
export async function openOwnPage(
  browser: Browser,
  site: { readonly url: string },
  { width, theme, language }: Look,
): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL: site.url,
    colorScheme: theme,
    locale: language === 'ko' ? 'ko-KR' : 'en-US',
    viewport: { width, height: HEIGHTS[width] },
    timezoneId: 'Asia/Seoul',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== site.url && protocol.startsWith('http')) faults.push(`asks ${request.url()}`)
  })
  return { page, faults }
}

/** Nothing is wider than the screen, and no text is cut off. */
export async function expectToFit(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const named = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.className} "${element.textContent?.slice(0, 40)}"`
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const cut = [...document.querySelectorAll<HTMLElement>('body :not(input)')].filter(
      (element) => {
        const { overflowX, clipPath } = getComputedStyle(element)
        const hidden = overflowX === 'hidden' || overflowX === 'clip'
        return hidden && clipPath === 'none' && element.scrollWidth > element.clientWidth + 1
      },
    )
    const outside = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { right, width } = element.getBoundingClientRect()
      return width > 0 && right > clientWidth + 1 && !scrolls(element.parentElement)
    })
    return scrollWidth > clientWidth || cut.length > 0 || outside.length > 0
      ? [`${scrollWidth} of ${clientWidth} px`, ...[...cut, ...outside].slice(0, 5).map(named)]
      : []
  })
  expect(wide).toEqual([])
}

const AXE = readFileSync(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir), 'utf8')

/** axe-core finds nothing serious. */
export async function expectToBeAccessible(page: Page): Promise<void> {
  // Evaluated, because the page's policy forbids another script.
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(AXE)
  const found = await page.evaluate(async () => {
    // safe: the line before has set it.
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, { resultTypes: ['violations'] })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`))
  })
  expect(found).toEqual([])
}

/** Saves a picture of the page in the folder that PICTURES names. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: false })
}

/** Chromium logs each answer that refuses. */
export const withoutRefusals = (faults: readonly string[]): readonly string[] =>
  faults.filter((fault) => !fault.startsWith('console: Failed to load resource'))
