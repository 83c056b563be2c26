import { expect, test } from 'bun:test'
import { type CallKind, callKinds } from '../../../src/api/pipeline/call-kinds'

function asked() {
  const kinds: CallKind[] = []
  const told: string[] = []
  const tellerOf = callKinds((kind) => {
    kinds.push(kind)
    return (_, __, id) => told.push(`${kind.clientId} ${kind.method} ${kind.route} ${id}`)
  })
  return { kinds, told, tellerOf }
}

const call = (clientId: string | undefined, route: string | null = '/v1/orders') => ({
  ...{ clientId, route },
  refusedAs: undefined,
})

test('[run.log-requests] a kind of call is asked for once, and each call is told to its own kind', () => {
  const { kinds, told, tellerOf } = asked()
  for (let round = 0; round < 2; round++) {
    tellerOf('GET', 200, call('one'))(1, 1, `a${round}`)
    tellerOf('POST', 200, call('one'))(1, 1, `b${round}`)
    tellerOf('GET', 200, call('two'))(1, 1, `c${round}`)
    tellerOf('GET', 200, call(undefined, null))(1, 1, `none${round}`)
  }
  expect(kinds).toHaveLength(4)
  expect(told.slice(4)).toEqual([
    'one GET /v1/orders a1',
    'one POST /v1/orders b1',
    'two GET /v1/orders c1',
    'undefined GET null none1',
  ])
})

test('[run.log-requests] statuses and refusals of one client and route are kinds of their own', () => {
  const { kinds, tellerOf } = asked()
  const refused = { ...call('one'), refusedAs: 'order-not-found' } as const
  for (const each of [call('one'), refused])
    for (const status of [200, 404]) {
      expect(tellerOf('GET', status, each)).toBe(tellerOf('GET', status, { ...each }))
    }
  expect(kinds.map(({ status, refusedAs }) => [status, refusedAs])).toEqual([
    [200, undefined],
    [404, undefined],
    [200, 'order-not-found'],
    [404, 'order-not-found'],
  ])
})

test('[run.log-requests] very many kinds are forgotten, and asked for anew', () => {
  const { kinds, tellerOf } = asked()
  for (let client = 0; client <= 10_000; client++) tellerOf('GET', 200, call(`c${client}`))
  tellerOf('GET', 200, call('c0'))
  tellerOf('GET', 200, call('c10000'))
  expect(kinds).toHaveLength(10_002)
})
