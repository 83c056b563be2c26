/** GET /console and its pages and files, over the whole server. */
import { describe, expect, test } from 'bun:test'
import { ASSETS_PATH, bundleConsole, pageService } from '../../../src/api/console/page/service'
import { CONSOLE_PAGES } from '../../../src/api/console/page/wire'
import { openApi } from '../../support/api'

const api = await openApi()

async function get(path: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await api.app.handle(new Request(`http://localhost:3000${path}`, { headers }))
  return { status: answer.status, headers: answer.headers, bytes: await answer.bytes() }
}
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

const page = textOf((await get('/console/')).bytes)
const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path)

test.each([['/console'], ...CONSOLE_PAGES.map((name) => [`/console/${name}`])])(
  '[console.pages] [console.address] GET %s is the console',
  async (path) => {
    const { status, headers, bytes } = await get(path)
    expect([status, textOf(bytes)]).toEqual([200, page])
    expect(headers.get('content-type')).toStartWith('text/html')
    expect(headers.get('cache-control')).toBe('no-store')
  },
)

test('[console.policy] the console may load from its own server alone, and nothing inline', async () => {
  const { headers } = await get('/console/')
  const policy = (headers.get('content-security-policy') ?? '').split('; ')
  expect(policy).toContain("default-src 'none'")
  expect(policy.join(' ')).not.toMatch(/unsafe|https?:|\*|data:/)
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/)
  const loaded = files.filter((path) => path !== '/docs')
  expect(loaded.length).toBeGreaterThan(2)
  expect(loaded.filter((path) => !path.startsWith(ASSETS_PATH))).toEqual([])
})

describe('a file of the console', () => {
  const script = files.find((path) => path.endsWith('.js')) ?? ''

  test('[console.budget] a file of the console is kept by browsers for good', async () => {
    const { status, headers } = await get(script)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=2592000, immutable')
    expect(headers.get('content-type')).toStartWith('text/javascript')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('is gzipped for those that accept it, and is the same without', async () => {
    const plain = await get(script)
    const packed = await get(script, { 'accept-encoding': 'br, gzip' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.headers.get('vary')).toBe('Accept-Encoding')
    expect(Bun.gunzipSync(new Uint8Array(packed.bytes))).toEqual(new Uint8Array(plain.bytes))
  })

  test('of another version is 404, and not the page', async () => {
    const { status, headers } = await get(`${ASSETS_PATH}index-00000000.js`)
    expect(status).toBe(404)
    expect(headers.get('content-type')).toStartWith('text/plain')
  })
})

test('a page that the console does not have is 404', async () => {
  expect((await get('/console/nothing')).status).toBe(404)
})

test('[run.console] CONSOLE=off has no page, and no file of it', async () => {
  const without = await openApi({ env: { CONSOLE: 'off' } })
  for (const path of ['/console', '/console/', '/console/keys', `${ASSETS_PATH}index.js`]) {
    const { status } = await without.app.handle(new Request(`http://localhost:3000${path}`))
    expect([path, status]).toEqual([path, 404])
  }
})

test('a bundle that has failed is made again at the next request', async () => {
  let attempts = 0
  const service = pageService(async () => {
    attempts++
    if (attempts === 1) throw new Error('no space left')
    return bundleConsole()
  })
  expect(service.page()).rejects.toThrow('no space left')
  expect(textOf((await service.page()).bytes)).toBe(page)
})
