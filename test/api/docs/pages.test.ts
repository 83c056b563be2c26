/** GET /docs, GET /errors and GET /errors/{code}: the pages for people, over the whole server. */
import { expect, test } from 'bun:test'
import { REFUSALS } from '../../../src/core/refusals'
import { openApi } from '../../support/api'

const api = await openApi()

async function page(path: string) {
  const answer = await api.app.handle(new Request(`http://localhost:3000${path}`))
  const { status, headers } = answer
  return { status, headers, type: headers.get('content-type'), text: await answer.text() }
}

test('[run.documentation] GET /docs is where the address alone leads to', async () => {
  const { status, headers } = await page('/')
  expect([status, headers.get('location')]).toEqual([302, '/docs'])
})

test('[run.documentation] GET /docs is a page that loads nothing from anywhere else', async () => {
  const { status, type, text } = await page('/docs')
  expect([status, type?.split(';')[0]]).toEqual([200, 'text/html'])
  expect(text).not.toMatch(/https?:\/\//)
  const assets = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, asset = '']) => asset)
  const files = assets.filter((asset) => /\.(?:css|js)\?/.test(asset))
  expect(files.map((file) => file.split('?')[0])).toEqual([
    '/docs/ui.css',
    '/docs/swagger.css',
    '/docs/look.css',
    '/docs/theme.js',
    '/docs/ui.js',
    '/docs/start.js',
  ])
  for (const asset of assets) {
    const { status, headers } = await page(asset)
    expect([status, headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
  }
})

test.each([
  ['/docs/json', 'openapi'],
  ['/docs/stream.json', 'asyncapi'],
])('[run.documentation] GET /docs has the description for programs in %s', async (path, kind) => {
  const { status, type, text } = await page(path)
  expect([status, type?.split(';')[0]]).toEqual([200, 'application/json'])
  expect(Object.keys(JSON.parse(text))).toContain(kind)
})

test('[error.list] GET /errors lists every code, in the order in which they are answered', async () => {
  const { status, type, text } = await page('/errors')
  expect([status, type]).toEqual([200, 'text/html; charset=utf-8'])
  const listed = [...text.matchAll(/href="\/errors\/([a-z-]+)"/g)].map(([, code]) => code)
  expect(listed).toEqual(Object.keys(REFUSALS))
})

test.each(Object.keys(REFUSALS))('[error.docUrl] GET /errors/{code} explains %s', async (code) => {
  const { status, text } = await page(`/errors/${code}`)
  expect(status).toBe(200)
  expect(text).toContain(`<h1>${code}</h1>`)
  expect(text).not.toContain('undefined')
})

test('[error.docUrl] GET /errors/{code} says status, remedy and whether to try again', async () => {
  const { text } = await page('/errors/rate-limit-exceeded')
  expect(text).toContain('429 (rate_limit)')
  expect(text).toContain('Wait for Retry-After seconds')
  expect(text).toContain('The same request can succeed later.')
  expect(text).toContain('http://localhost:3000/errors/rate-limit-exceeded')
})

test.each(['nope', 'nonsense', 'toString', '__proto__', '%3Cscript%3E'])(
  '[error.docUrl] GET /errors/{code} is 404 for %s and repeats nothing of it',
  async (code) => {
    const { status, text } = await page(`/errors/${code}`)
    expect(status).toBe(404)
    expect(text).toBe((await page('/errors/none')).text)
  },
)

test.each([
  ['/docs', "script-src 'self'"],
  ['/errors', "style-src 'self'"],
  ['/errors/internal-error', "style-src 'self'"],
  ['/errors/none', "style-src 'self'"],
])(
  'a page runs no script but its own, is in no frame, and shows nobody where it is: %s',
  async (path, allows) => {
    const { headers } = await page(path)
    const policy = headers.get('content-security-policy')?.split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain(allows)
    expect(policy?.find((part) => part.startsWith('script-src')) ?? '').not.toContain('unsafe')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  },
)
