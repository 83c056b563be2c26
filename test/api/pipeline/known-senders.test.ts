/** A request for quotes comes to its gate with its sender known, so that nothing of it waits. */
import { describe, expect, test } from 'bun:test'
import { FROM_MEMORY } from '../../../src/api/pipeline/gates'
import { knownSenders } from '../../../src/api/pipeline/known-senders'
import type { SignIn } from '../../../src/api/pipeline/sender'
import { refused } from '../../../src/core/refusals'

const PATH = '/v1/market/quotes'
const TRADER = { clientId: 'pk_test_1', scope: 'TRADE', accountIds: [] } as const
const request = (path = PATH) =>
  new Request(`http://localhost${path}?symbols=AAPL`, { headers: { authorization: 'Bearer t' } })

/** Answers with what the gate is told, or what it has to throw. */
const gated = (signIn: SignIn) => {
  const senders = knownSenders(signIn, FROM_MEMORY)
  const answer = (asked: Request): Response => Response.json(senders.of(asked))
  return { senders, answer, told: (asked: Request) => senders.through(answer, asked) }
}

describe('the sender of a request for quotes', () => {
  test('is told without a promise where its token is known', async () => {
    const told = gated(() => TRADER).told(request())
    expect(told).toBeInstanceOf(Response)
    if (told instanceof Response) expect(await told.json()).toEqual(TRADER)
  })

  test('is looked up before the request goes on', async () => {
    const told = gated(async () => refused('invalid-token')).told(request())
    expect(await (await told)?.json()).toEqual(refused('invalid-token'))
  })

  test('is still known where the request waits for something else before its gate', async () => {
    const { senders, answer } = gated(() => TRADER)
    const [one, other] = [request(), request()]
    const late = async (asked: Request) => {
      await null
      return answer(asked)
    }
    const told = await Promise.all([senders.through(late, one), senders.through(late, other)])
    for (const response of told) expect(await response?.json()).toEqual(TRADER)
  })

  test('is told, and the request answered, while time stands still', () => {
    const seen: string[] = []
    const stillness = { begin: () => seen.push('begin'), end: () => seen.push('end') }
    const senders = knownSenders(
      () => {
        seen.push('sender')
        return TRADER
      },
      FROM_MEMORY,
      stillness,
    )
    const fails = (): Response => {
      seen.push('answer')
      throw new Error('no answer')
    }
    expect(() => senders.through(fails, request())).toThrow('no answer')
    expect(seen).toEqual(['begin', 'sender', 'answer', 'end'])
    seen.length = 0
    expect(() => senders.through(fails, request('/v1/account'))).toThrow('no answer')
    expect(seen).toEqual(['answer'])
  })

  test('is not looked up for another path', async () => {
    const senders = knownSenders(() => {
      throw new Error('looked up')
    }, FROM_MEMORY)
    const ok = new Response('ok')
    expect(await senders.through(() => ok, request('/v1/account'))).toBe(ok)
  })

  test('fails the request at its gate where the look-up fails', async () => {
    const { told } = gated(async () => {
      throw new Error('the database is away')
    })
    await expect(Promise.resolve(told(request()))).rejects.toThrow('the database is away')
  })
})
