/** The address that counts: the connection's, or the one that trusted proxies report. */
import { describe, expect, test } from 'bun:test'
import { callers, isForwarded } from '../../../src/http/addresses'

type Sent = Readonly<Record<string, string>>

const request = (headers: Sent = {}, origin = 'http://127.0.0.1:3000') =>
  new Request(`${origin}/v1/account`, { headers })

const callerOf = (peer: string, headers: Sent, trusted: readonly string[] | null) =>
  callers(() => ({ requestIP: () => ({ address: peer }) }), trusted).addressOf(request(headers))

const PROXY = '10.0.0.9'
const CLIENT = '203.0.113.7'

describe('[run.trusted-proxies] X-Forwarded-For', () => {
  test.each<[string, string, readonly string[] | null, string]>([
    ['counts from a trusted proxy', CLIENT, [PROXY], CLIENT],
    ['counts from a trusted network', CLIENT, ['192.0.2.1', '10.0.0.0/8'], CLIENT],
    ['counts for nothing without TRUSTED_PROXIES', CLIENT, null, PROXY],
    ['counts for nothing from anybody else', CLIENT, ['10.0.0.1'], PROXY],
    ['is read from the right', `198.51.100.1, ${CLIENT}`, [PROXY], CLIENT],
    [
      'is read across proxies that are trusted',
      `1.1.1.1, ${CLIENT}, 10.1.1.1`,
      ['10.0.0.0/8'],
      CLIENT,
    ],
    [
      'names the first proxy where all are trusted',
      '10.2.2.2, 10.1.1.1',
      ['10.0.0.0/8'],
      '10.2.2.2',
    ],
    [
      'ends at a word that is no address',
      `${CLIENT}, unknown, 10.1.1.1`,
      ['10.0.0.0/8'],
      '10.1.1.1',
    ],
    ['that is no address leaves the proxy', 'somebody', [PROXY], PROXY],
    ['that is empty leaves the proxy', '', [PROXY], PROXY],
    ['may have a port', `${CLIENT}:51234`, [PROXY], CLIENT],
    ['may have an address of IPv6', '2001:db8:1:2::7', [PROXY], '2001:db8:1:2::/64'],
    [
      'may have an address of IPv6 with a port',
      '[2001:db8:1:2::7]:443',
      [PROXY],
      '2001:db8:1:2::/64',
    ],
    ['may have a mapped address', `::ffff:${CLIENT}`, [PROXY], CLIENT],
  ])('%s', (_, header, trusted, expected) => {
    expect(callerOf(PROXY, { 'x-forwarded-for': header }, trusted)).toBe(expected)
  })

  test('counts from a proxy whose address is mapped into IPv6', () => {
    expect(callerOf(`::ffff:${PROXY}`, { 'x-forwarded-for': CLIENT }, [PROXY])).toBe(CLIENT)
    expect(callerOf('::1', { 'x-forwarded-for': CLIENT }, ['::1'])).toBe(CLIENT)
  })

  test('of two headers is one list', () => {
    const headers = new Headers()
    for (const hop of ['198.51.100.1', CLIENT]) headers.append('x-forwarded-for', hop)
    const from = callers(() => ({ requestIP: () => ({ address: PROXY }) }), [PROXY])
    expect(from.addressOf(new Request('http://localhost/', { headers }))).toBe(CLIENT)
  })
})

describe('[run.trusted-proxies] Forwarded', () => {
  test.each([
    [`for=${CLIENT}`, CLIENT],
    [`for=198.51.100.1, for=${CLIENT};proto=https;by=10.0.0.9`, CLIENT],
    [`proto=https;FOR="${CLIENT}:51234"`, CLIENT],
    ['for="[2001:db8:1:2::7]:443"', '2001:db8:1:2::/64'],
    ['for=_hidden', PROXY],
    ['for=unknown', PROXY],
    ['proto=https', PROXY],
  ])('%s is %s', (forwarded, expected) => {
    expect(callerOf(PROXY, { forwarded }, [PROXY])).toBe(expected)
  })

  test('beside an X-Forwarded-For that says the same counts', () => {
    const headers = { forwarded: `for=${CLIENT}`, 'x-forwarded-for': CLIENT }
    expect(callerOf(PROXY, headers, [PROXY])).toBe(CLIENT)
  })

  test('beside one that says otherwise counts no more than it: the caller wrote one of them', () => {
    const headers = { forwarded: 'for=198.51.100.1', 'x-forwarded-for': CLIENT }
    expect(callerOf(PROXY, headers, [PROXY])).toBe(PROXY)
  })
})

test('a caller has no address if nothing listens', () => {
  expect(callers(() => null, [PROXY]).addressOf(request({ 'x-forwarded-for': CLIENT }))).toBe(
    undefined,
  )
})

describe('[run.reach] a request that a proxy has forwarded', () => {
  test.each([
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-port',
    'x-forwarded-prefix',
    'x-forwarded',
    'x-real-ip',
    'x-client-ip',
    'cf-connecting-ip',
    'cf-connecting-ipv6',
    'true-client-ip',
    'fastly-client-ip',
    'x-original-forwarded-for',
    'x-envoy-external-address',
    'x-amzn-trace-id',
    'cdn-loop',
  ])('has %s', (header) => {
    expect(isForwarded(request({ [header]: 'x' }))).toBe(true)
  })

  test('names a host of the internet', () => {
    expect(isForwarded(request({}, 'https://paper.example'))).toBe(true)
  })

  test.each(['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost', 'http://broker:80'])(
    'is none at %s without such a header',
    (origin) => {
      expect(isForwarded(request({ 'user-agent': 'curl', accept: '*/*' }, origin))).toBe(false)
    },
  )
})
