/** HTTP as clients use it: compression, connections that close, and caches. */
import { describe, expect, test } from 'bun:test'
import { openApi } from '../../support/api'

const api = await openApi({ feed: 'configured' })
const bearer = await api.bearerOf()
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  api.app.handle(
    new Request(`http://localhost${path}`, {
      headers: { ...bearer, 'x-service-request-id': 'r', ...headers },
    }),
  )
const LONG = '/v1/instruments?limit=500'

describe('a long answer', () => {
  test.each(['gzip', 'br, gzip;q=0.5', 'deflate,GZIP', '*'])(
    '[request.compressed] is compressed for a client that accepts %p',
    async (accepted) => {
      const [plain, packed] = [await get(LONG), await get(LONG, { 'accept-encoding': accepted })]
      expect(packed.headers.get('content-encoding')).toBe('gzip')
      expect(packed.headers.get('vary')).toBe('Accept-Encoding')
      const bytes = Bun.gunzipSync(await packed.arrayBuffer())
      expect(new TextDecoder().decode(bytes)).toBe(await plain.text())
    },
  )

  test.each(['', 'br', 'gzip;q=0', 'gzip; q=0.0', 'gzip;q=0, *', '*, gzip;q=0', 'xgzip'])(
    '[request.compressed] is sent as it is to one that accepts %p',
    async (accepted) => {
      const answer = await get(LONG, { 'accept-encoding': accepted })
      expect(answer.headers.get('content-encoding')).toBeNull()
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
      expect(await answer.json()).toHaveProperty('instruments')
    },
  )

  test('[request.compressed] a short one is not', async () => {
    const answer = await get('/v1/account', { 'accept-encoding': 'gzip' })
    expect(answer.headers.get('content-encoding')).toBeNull()
  })
})

test.each(['/v1/account', '/v1/nowhere', '/livez', '/docs/json'])(
  '[request.closing] %s says that the connection closes if the request asks for it',
  async (path) => {
    expect((await get(path)).headers.get('connection')).toBeNull()
    expect((await get(path, { connection: 'Close' })).headers.get('connection')).toBe('close')
  },
)

describe('a file of a page', () => {
  test.each(['/docs/ui.js', '/docs/swagger.css', '/docs/look.css', '/openapi.json', '/docs'])(
    '[run.cached] %s is not sent again to who has it',
    async (path) => {
      const first = await get(path)
      const etag = first.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"\w+"$/)
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await get(path, { 'if-none-match': known })
        expect([again.status, await again.text()]).toEqual([304, ''])
      }
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
    },
  )

  test('[run.cached] is kept for a month under an address that names its content, and only there', async () => {
    const page = await (await get('/docs')).text()
    const versioned = [...page.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)]
    expect(versioned.length).toBeGreaterThan(4)
    for (const [, path = ''] of versioned) {
      expect((await get(path)).headers.get('cache-control')).toContain('immutable')
      const old = path.replace(/=.*/, '=old')
      expect((await get(old)).headers.get('cache-control')).toBe('no-cache')
    }
  })
})
