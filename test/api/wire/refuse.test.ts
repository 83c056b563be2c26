/** Refusals on the wire: their status, their envelope and the address of their page. */
import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { asRequested } from '../../../src/api/pipeline/origins'
import { docUrlOf, EVERY_CALL, refusals, refuse } from '../../../src/api/wire/refusal'
import { answer } from '../../../src/api/wire/schemas'
import {
  REFUSALS,
  type RefusalCode,
  type Refused,
  refused,
  STATUS_OF_TYPE,
} from '../../../src/core/refusals'

const codes = Object.keys(REFUSALS) as RefusalCode[] // safe: the catalogue's own keys

describe('a refusal over HTTP', () => {
  test.each(codes)(
    '%s is answered with its status, and fits the schema it declares',
    async (code) => {
      const app = new Elysia({ normalize: false }).get(
        '/',
        async ({ request }) =>
          refuse(refused(code, { a: 1, b: 'two' }), {
            requestId: 'r',
            baseUrl: asRequested(request),
          }),
        { response: refusals(...codes) },
      )
      const response = await app.handle(new Request('http://localhost/'))
      expect(response.status).toBe(STATUS_OF_TYPE[REFUSALS[code].type])
      expect(await response.json()).toMatchObject({
        type: REFUSALS[code].type,
        code,
        requestId: 'r',
      })
    },
  )

  test.each([
    ['http://localhost:3000/v1/orders?a=b', 'http://localhost:3000/errors/internal-error'],
    ['http://[::1]:3000/v1', 'http://[::1]:3000/errors/internal-error'],
    ['http://10.0.0.7/v1', 'http://10.0.0.7/errors/internal-error'],
    ['http://api/v1', 'http://api/errors/internal-error'],
    ['https://nas.local:8443/v1', 'https://nas.local:8443/errors/internal-error'],
  ])('has its page where the caller reached %p', (url, docUrl) => {
    expect(docUrlOf('internal-error', asRequested({ url }))).toBe(docUrl)
  })

  test.each([
    'http://evil.example/v1',
    'http://127.0.0.1.evil.example/v1',
    'http://localhost.evil.example/v1',
    'http://evil.example:80@localhost/v1',
    'http://[::1].evil.example/v1',
    'http://999.1.1.1/v1',
    'http://"><script>/v1',
    '',
  ])('has it on this server, whatever the host in %p', (url) => {
    expect(docUrlOf('internal-error', asRequested({ url }))).toBe('/errors/internal-error')
  })
})

// Checked by the compiler: the second route leaves out a code that its service can return.
const find = async (): Promise<{ found: number } | Refused<'order-not-found' | 'account-locked'>> =>
  refused('order-not-found')

export const typed = () =>
  new Elysia()
    .get(
      '/declared',
      async ({ request }) => {
        const found = await find()
        return 'refused' in found
          ? refuse(found, { requestId: 'r', baseUrl: asRequested(request) })
          : { requestId: 'r' }
      },
      {
        response: {
          200: answer({}),
          ...refusals(...EVERY_CALL, 'order-not-found', 'account-locked'),
        },
      },
    )
    .get(
      '/left-out',
      // @ts-expect-error account-locked is not declared
      async ({ request }) => {
        const found = await find()
        return 'refused' in found
          ? refuse(found, { requestId: 'r', baseUrl: asRequested(request) })
          : { requestId: 'r' }
      },
      { response: { 200: answer({}), ...refusals(...EVERY_CALL, 'order-not-found') } },
    )
