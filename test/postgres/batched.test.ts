import { describe, expect, test } from 'bun:test'
import { batched } from '../../src/postgres/bulk'

describe('a batched read', () => {
  test('runs one query at a time, each for all keys requested meanwhile', async () => {
    const queries: (readonly number[])[] = []
    const find = batched(async (keys: readonly number[]) => {
      queries.push(keys)
      return new Map(keys.filter((key) => key !== 3).map((key) => [key, `row ${key}`]))
    })
    const asked = [find(1), find(2), find(3), find(2)]
    expect(await Promise.all(asked)).toEqual(['row 1', 'row 2', undefined, 'row 2'])
    expect(queries).toEqual([[1], [2, 3]])
    expect(await find(4)).toBe('row 4')
  })

  test('reads a key again for a request that comes while its query runs', async () => {
    let row = 'old'
    const find = batched(async (keys: readonly string[]) => {
      const seen = row
      await Promise.resolve()
      return new Map(keys.map((key) => [key, seen]))
    })
    const first = find('a')
    row = 'new'
    expect(await find('a')).toBe('new')
    expect(await first).toBe('old')
  })

  test('fails all its callers together, and works for the next', async () => {
    let fails = true
    const find = batched(async (keys: readonly number[]) => {
      if (fails) throw new Error('gone')
      return new Map(keys.map((key) => [key, key]))
    })
    const failed = await Promise.allSettled([find(1), find(2)])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    fails = false
    expect(await find(1)).toBe(1)
  })
})
