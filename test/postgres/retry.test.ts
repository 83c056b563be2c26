import { describe, expect, test } from 'bun:test'
import { DrizzleQueryError } from 'drizzle-orm'
import { isConnectionLoss, OutcomeUnknown, retry } from '../../src/postgres/errors'
import { TRANSACTION_ATTEMPTS_MAX } from '../../src/postgres/options'

const failing = (code: string) => Object.assign(new Error(code), { code })

/** The number of attempts at work that always fails with this error. */
async function attempts(code: string, commitSent = false, reported = code): Promise<number> {
  let count = 0
  const work = retry(async (sent) => {
    count++
    if (commitSent) sent()
    throw failing(code)
  })
  await expect(work).rejects.toMatchObject({ code: reported })
  return count
}

describe('a lost connection', () => {
  test.each([
    '57P01',
    '57P05',
    '25P03',
    '25P04',
    '08006',
    'CONNECTION_CLOSED',
    'OVERDUE',
    'ETIMEDOUT',
  ])(
    'with %s: the work is done again; after its COMMIT was sent its outcome is unknown',
    async (code) => {
      expect(isConnectionLoss(failing(code))).toBe(true)
      expect(await attempts(code)).toBe(TRANSACTION_ATTEMPTS_MAX)
      expect(await attempts(code, true, 'OUTCOME_UNKNOWN')).toBe(1)
    },
  )
})

describe('[request.busy] an error that Drizzle has put around another', () => {
  const around = (cause: Error) => new DrizzleQueryError('select 1', [], cause)

  test('is of a lost connection if that one is', () => {
    expect(isConnectionLoss(around(failing('ECONNREFUSED')))).toBe(true)
    expect(isConnectionLoss(around(failing('23505')))).toBe(false)
  })

  test('is never of a lost connection if an outcome is unknown', () => {
    const unknown = new OutcomeUnknown('no answer: ECONNREFUSED')
    expect(isConnectionLoss(unknown)).toBe(false)
    expect(isConnectionLoss(around(unknown))).toBe(false)
  })
})

test('a transaction is not attempted again after its deadline', async () => {
  let count = 0
  const work = retry(
    async () => {
      count++
      throw failing('ECONNREFUSED')
    },
    { passed: true },
  )
  await expect(work).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect(count).toBe(1)
})

describe('a statement that failed on a living connection', () => {
  test.each(['57014', '55P03', '25P02', '23505'])(
    'after %s, and the work is not done again',
    async (code) => {
      expect(isConnectionLoss(failing(code))).toBe(false)
      expect(await attempts(code)).toBe(1)
    },
  )

  test.each(['40001', '40P01'])('after %s, which says to do it again', async (code) => {
    expect(isConnectionLoss(failing(code))).toBe(false)
    expect(await attempts(code)).toBe(TRANSACTION_ATTEMPTS_MAX)
  })
})
