/** Who visits the console. */
import type { Browser, BrowserContext } from 'playwright-core'
import type { Site } from './site'

export type Visitor = Awaited<ReturnType<BrowserContext['storageState']>>

/** Signs in without the form: what the browser keeps of it, for contexts of its own. */
export async function visitorOf(
  browser: Browser,
  { url }: Pick<Site, 'url'>,
  credentials:
    | { readonly code: string | null }
    | { readonly name: string; readonly password: string },
): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await page.goto('/console/')
  const status = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/console/api/session', {
      ...{ method: 'POST', headers },
      body: JSON.stringify(body),
    })
    return answer.status
  }, credentials)
  if (status !== 200) throw new Error(`nobody is signed in: ${status}`)
  const state = await context.storageState()
  await context.close()
  return state
}
