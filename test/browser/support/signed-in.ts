/** Pages of the console, for a user who is signed in. */
import type { Browser, Page, WebSocketRoute } from 'playwright-core'
import { type Look, openOwnPage, openPage, type Site } from './site'

const LOOK: Look = { width: 1440, theme: 'light', language: 'en' }

/** Signs in by the link of the start. Returns the session's cookie, which serves all pages. */
export async function signInByLink(site: Site): Promise<string> {
  const response = await fetch(`${site.url}/console/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url },
    body: JSON.stringify({ code: site.brokerage.consoleCode }),
  })
  const [cookie] = response.headers.getSetCookie()
  if (!response.ok || cookie === undefined) throw new Error(await response.text())
  return cookie.split(';')[0] ?? ''
}

interface Shown {
  readonly path?: string
  readonly look?: Look
}

/** A page of the console, loaded, for the user whom the cookie signs in. */
export async function openConsole(
  browser: Browser,
  site: Site,
  cookie: string,
  { path = '', look = LOOK }: Shown = {},
) {
  const watched = await openPage(browser, site, look)
  await load(watched.page, site, cookie, path)
  return watched
}

/** The same in a context of its own, with a network to cut. */
export async function openOwnConsole(
  browser: Browser,
  site: Site,
  cookie: string,
  { path = '', look = LOOK }: Shown = {},
) {
  const watched = await openOwnPage(browser, site, look)
  const network = await networkOf(watched.page)
  await load(watched.page, site, cookie, path)
  return { ...watched, network }
}

async function load(page: Page, site: Site, cookie: string, path: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await page.context().addCookies([{ name, value, url: site.url }])
  await page.goto(`/console/${path}`)
  await page.getByRole('main').waitFor()
}

/** The page's network, to cut and mend; a cut closes its WebSockets. */
async function networkOf(page: Page) {
  const open = new Set<WebSocketRoute>()
  let isCut = false
  await page.routeWebSocket(/\/v1\/stream$/, (socket) => {
    if (isCut) return void socket.close()
    socket.connectToServer()
    open.add(socket)
  })
  return {
    async cut() {
      isCut = true
      await page.context().setOffline(true)
      await Promise.all([...open].map((socket) => socket.close()))
      open.clear()
    },
    /** Leaves the stream cut. */
    mendHttp: () => page.context().setOffline(false),
    async mend() {
      isCut = false
      await page.context().setOffline(false)
    },
  }
}
