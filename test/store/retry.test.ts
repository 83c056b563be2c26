import { describe, expect, test } from 'bun:test'
import { attemptsMax } from '../../src/store/limits'
import { isConnectionLoss, retrying } from '../../src/store/retry'

const failing = (code: string) => Object.assign(new Error(code), { code })

/** How often work is attempted that always fails so. */
async function attempts(code: string, commitSent = false): Promise<number> {
  let count = 0
  const work = retrying(async (sent) => {
    count++
    if (commitSent) sent()
    throw failing(code)
  })
  await expect(work).rejects.toThrow(code)
  return count
}

describe('a connection is lost', () => {
  test.each(['57P01', '57P05', '25P03', '25P04', '08006', 'CONNECTION_CLOSED', 'ETIMEDOUT'])(
    'with %s: the work is done again, unless its COMMIT was sent',
    async (code) => {
      expect(isConnectionLoss(failing(code))).toBe(true)
      expect(await attempts(code)).toBe(attemptsMax)
      expect(await attempts(code, true)).toBe(1)
    },
  )
})

describe('a connection lives on', () => {
  test.each(['57014', '55P03', '25P02', '23505'])(
    'after %s, and the work is not done again',
    async (code) => {
      expect(isConnectionLoss(failing(code))).toBe(false)
      expect(await attempts(code)).toBe(1)
    },
  )

  test.each(['40001', '40P01'])('after %s, which says to do it again', async (code) => {
    expect(isConnectionLoss(failing(code))).toBe(false)
    expect(await attempts(code)).toBe(attemptsMax)
  })
})
