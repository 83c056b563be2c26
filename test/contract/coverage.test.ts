import { describe, expect, test } from 'bun:test'
import { contractTests, coverage, idsIn } from './coverage'
import { ROWS } from './rows'

describe('the contract', () => {
  test('has a test for every row, and no test names a row that there is not', () => {
    const { untested, unknown } = coverage(contractTests())
    expect({ untested, unknown }).toEqual({ untested: [], unknown: [] })
  })

  test('has each row once', () => {
    const ids = ROWS.map(([id]) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })
})

describe('the count', () => {
  test('finds a row without a test, and a test without a row', () => {
    const found = coverage(["test('[no.such-row] says nothing', () => {})"])
    expect(found.untested).toHaveLength(ROWS.length)
    expect(found.unknown).toEqual(['no.such-row'])
  })

  test('reads all ids that a title begins with, and no index', () => {
    expect(idsIn("test('[a.b] [c.d-e] says', () => { x['a.b'] })")).toEqual(['a.b', 'c.d-e'])
  })
})
