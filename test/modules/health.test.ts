import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { health } from '../../src/modules/health'

async function ask(ready: () => Promise<boolean>) {
  const app = new Elysia({ normalize: false }).use(health(ready))
  const response = await app.handle(new Request('http://localhost/health'))
  return [response.status, await response.json()]
}

describe('GET /health', () => {
  test('is 200 without a token while the server can serve', async () => {
    expect(await ask(async () => true)).toEqual([200, { status: 'ok' }])
  })

  test('is 503 when it cannot', async () => {
    expect(await ask(async () => false)).toEqual([503, { status: 'unavailable' }])
  })

  test('is 503 when it cannot even tell', async () => {
    const failing = () => Promise.reject(new Error('no database'))
    expect(await ask(failing)).toEqual([503, { status: 'unavailable' }])
  })
})
