/** What the server shows without a token: its health, its documentation, its error pages. */
import { describe, expect, test } from 'bun:test'
import { createApp } from '../../src/api/app'
import { REFUSALS } from '../../src/core/refusals'
import { openContract } from '../support/brokerage'

const b = await openContract()

async function page(path: string, app: Pick<typeof b.app, 'handle'> = b.app) {
  const answer = await app.handle(new Request(`http://localhost${path}`))
  const type = answer.headers.get('content-type')?.split(';')[0]
  return { status: answer.status, type, text: await answer.text() }
}

describe.each(['/livez', '/readyz', '/health'])('GET %s', (path) => {
  test('[health.no-token] is 200 without a token or a request id', async () => {
    const { status, text } = await page(path)
    expect([status, JSON.parse(text).status]).toEqual([200, 'ok'])
  })

  test('[health.true] tells the process’s life from its being able to serve', async () => {
    const reasons = ['the database is read-only']
    const health = async () => ({ ...(await b.deps.health()), reasons })
    const { status, text } = await page(path, createApp({ ...b.deps, health }))
    const alive = path === '/livez'
    expect(status).toBe(alive ? 200 : 503)
    expect(JSON.parse(text)).toMatchObject(
      alive ? { status: 'ok' } : { status: 'unavailable', reasons },
    )
  })
})

describe('GET /docs', () => {
  test('[run.documentation] is a page that loads nothing from anywhere else', async () => {
    const { status, type, text } = await page('/docs')
    expect([status, type]).toEqual([200, 'text/html'])
    expect(text).not.toMatch(/https?:\/\//)
    const loaded = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(loaded.length).toBeGreaterThan(1)
    for (const path of loaded) expect((await page(path)).status).toBe(200)
  })

  test.each([
    ['/docs/json', 'openapi'],
    ['/docs/stream.json', 'asyncapi'],
  ])('[run.documentation] %s is the description for programs', async (path, kind) => {
    const { status, type, text } = await page(path)
    expect([status, type]).toEqual([200, 'application/json'])
    expect(Object.keys(JSON.parse(text))).toContain(kind)
  })
})

describe('GET /errors', () => {
  test('[error.list] lists every code, in the order in which they are answered', async () => {
    const { status, type, text } = await page('/errors')
    expect([status, type]).toEqual([200, 'text/html'])
    const listed = [...text.matchAll(/href="\/errors\/([a-z-]+)"/g)].map(([, code]) => code)
    expect(listed).toEqual(Object.keys(REFUSALS))
  })

  test('[error.docUrl] of an unknown code is 404', async () => {
    expect((await page('/errors/nonsense')).status).toBe(404)
  })
})
