import { describe, expect, test } from 'bun:test'
import {
  isRefused,
  REFUSALS,
  type RefusalCode,
  refusalMessage,
  refused,
  refusedParam,
  STATUS_OF_TYPE,
} from '../../src/core/refusals'
import { anAttempt, GUILTY, refusalOf } from '../support/place-attempts'

const isCode = (text: string): text is RefusalCode => text in REFUSALS
const CODES = Object.keys(REFUSALS).filter(isCode)

const holesOf = (code: RefusalCode): string[] =>
  [...REFUSALS[code].message.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)

describe('the table of refusals', () => {
  test('every code is kebab case', () => {
    for (const code of CODES) expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/)
  })

  test('every message and remedy is one or more sentences', () => {
    for (const code of CODES) {
      expect(REFUSALS[code].message).toMatch(/^[A-Z{`].*\.$/)
      expect(REFUSALS[code].remedy).toMatch(/^[A-Z`].*\.$/)
    }
  })

  test('every hole in a message is a name, and no brace is left over', () => {
    for (const code of CODES) {
      for (const hole of holesOf(code)) expect(hole).toMatch(/^[a-z][A-Za-z]*$/)
      expect(REFUSALS[code].message.replace(/\{\w+\}/g, '')).not.toMatch(/[{}]/)
    }
  })

  test('every type has a status of its own, and every status is an error', () => {
    const statuses = Object.values(STATUS_OF_TYPE)
    expect(new Set<number>(statuses).size).toBe(statuses.length)
    for (const status of statuses) expect(status).toBeWithin(400, 501)
  })

  test('the types and statuses are those of the contract', () => {
    expect(STATUS_OF_TYPE).toEqual({
      validation: 400,
      authentication: 401,
      permission: 403,
      not_found: 404,
      conflict: 409,
      business_rule: 422,
      locked: 423,
      rate_limit: 429,
      server: 500,
    })
  })
})

describe('[request.order-of-checks] the rows stand in the order of the checks', () => {
  const STAGES: readonly (readonly [string, readonly RefusalCode[]])[] = [
    ['request id', ['request-id-required', 'request-id-invalid']],
    ['token', ['authorization-required', 'invalid-token', 'expired-token']],
    ['rights', ['client-disabled', 'insufficient-scope']],
    ['rate limit', ['rate-limit-exceeded']],
    ['shape', ['malformed-body', 'missing-parameter', 'unknown-parameter', 'invalid-parameter']],
    ['account', ['account-header-required', 'account-mismatch', 'account-not-found']],
    ['instrument', ['symbol-not-found']],
    ['idempotency', ['idempotency-key-conflict']],
    ['account lock', ['account-locked', 'trading-halted']],
    ['business rules', CODES.filter((code) => REFUSALS[code].type === 'business_rule')],
    ['the rest', ['internal-error']],
  ]
  for (const [index, [stage, codes]] of STAGES.entries()) {
    const [next, later] = STAGES[index + 1] ?? []
    if (next === undefined || later === undefined) continue
    test(`${stage} before ${next}`, () => {
      const last = Math.max(...codes.map((code) => CODES.indexOf(code)))
      const first = Math.min(...later.map((code) => CODES.indexOf(code)))
      expect(last).toBeLessThan(first)
    })
  }
})

describe('a message', () => {
  for (const [code, guilty] of Object.entries(GUILTY)) {
    test(`of ${code} has something for every hole, from the data that place gives`, () => {
      const refusal = refusalOf(guilty(anAttempt()))
      if (refusal === undefined) throw new Error(`${code} is not refused`)
      expect(Object.keys(refusal.data ?? {})).toEqual(
        expect.arrayContaining(holesOf(refusal.refused)),
      )
      expect(refusalMessage(refusal)).not.toContain('{')
    })
  }

  test('is filled with its data', () => {
    const data = { required: '100.00', available: '99.99' }
    expect(refusalMessage(refused('insufficient-buying-power', data))).toBe(
      'The order would hold 100.00 USD; the account has 99.99 USD free.',
    )
  })

  test('shows a value as it is, even one that looks like a hole or a replacement', () => {
    const data = { clientOrderId: '{symbol}$&$1' }
    expect(refusalMessage(refused('idempotency-key-conflict', data))).toContain(' {symbol}$&$1 ')
  })

  test('shows a number, 0 included', () => {
    expect(refusalMessage(refused('rate-limit-exceeded', { retryAfterSeconds: 0 }))).toBe(
      'Too many requests. Try again in 0 s.',
    )
  })
})

describe('a refusal', () => {
  test('a refusal of a parameter names it, for programs and in the message', () => {
    const refusal = refusedParam('invalid-parameter', 'quantity', { reason: 'not above 0' })
    expect(refusal).toEqual({
      refused: 'invalid-parameter',
      param: 'quantity',
      data: { param: 'quantity', reason: 'not above 0' },
    })
    expect(refusalMessage(refusal)).toBe('The parameter quantity is not valid: not above 0.')
  })

  test('a refusal without facts has no data', () => {
    expect(refused('account-locked')).toEqual({ refused: 'account-locked' })
    expect(Object.keys(refused('account-locked'))).toEqual(['refused'])
  })

  test('a refusal is distinguished from an outcome', () => {
    expect(isRefused(refused('account-locked'))).toBe(true)
    expect(isRefused({ accepted: 1 })).toBe(false)
  })
})
