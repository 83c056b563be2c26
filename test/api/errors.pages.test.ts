import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { errorPages } from '../../src/api/errors/routes'
import { REFUSALS } from '../../src/core/refusals'

const app = new Elysia({ normalize: false }).use(errorPages())

async function get(path: string) {
  const response = await app.handle(new Request(`http://localhost:3000${path}`))
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
  }
}

describe('GET /errors', () => {
  test('lists every code, in the order in which they are answered', async () => {
    const { status, type, text } = await get('/errors')
    expect([status, type]).toEqual([200, 'text/html; charset=utf-8'])
    const listed = [...text.matchAll(/href="\/errors\/([a-z-]+)"/g)].map(([, code]) => code)
    expect(listed).toEqual(Object.keys(REFUSALS))
  })
})

describe('GET /errors/:code', () => {
  test.each(Object.keys(REFUSALS))('explains %s', async (code) => {
    const { status, text } = await get(`/errors/${code}`)
    expect(status).toBe(200)
    expect(text).toContain(`<h1>${code}</h1>`)
    expect(text).not.toContain('undefined')
  })

  test('says status, remedy and whether to try again', async () => {
    const { text } = await get('/errors/rate-limit-exceeded')
    expect(text).toContain('429 (rate_limit)')
    expect(text).toContain('Wait for Retry-After seconds')
    expect(text).toContain('The same request can succeed later.')
    expect(text).toContain('http://localhost:3000/errors/rate-limit-exceeded')
  })

  test.each(['nope', 'toString', '__proto__', '%3Cscript%3E'])(
    'answers 404 to %s and repeats nothing of it',
    async (code) => {
      const { status, text } = await get(`/errors/${code}`)
      expect(status).toBe(404)
      expect(text).not.toContain('script')
    },
  )
})
