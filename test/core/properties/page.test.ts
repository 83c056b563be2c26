import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  cursorAfter,
  idOfCursor,
  type ListKey,
  type Page,
  pageOf,
} from '../../../src/http/wire/paging'

/** Any character; half of a surrogate pair is none. */
const someCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))
const someText = fc.oneof(fc.string(), fc.string({ unit: someCharacter }))
const someList: fc.Arbitrary<ListKey> = fc.array(fc.option(someText), { maxLength: 6 })
const someId = fc.stringMatching(/^(ord|fil)_[0-9A-HJKMNP-TV-Z]{1,25}$/)

test('whatever list and id: a cursor leads back to its id', () => {
  fc.assert(
    fc.property(someList, someId, (list, id) => {
      expect(idOfCursor(list, cursorAfter(list, id))).toBe(id)
    }),
  )
})

test('whatever two lists that are not the same: a cursor of one is none of the other', () => {
  fc.assert(
    fc.property(someList, someList, someId, (list, other, id) => {
      fc.pre(JSON.stringify(list) !== JSON.stringify(other))
      expect(idOfCursor(other, cursorAfter(list, id))).toBeUndefined()
    }),
  )
})

test('whatever a client sends: it is a cursor of ours, written as we write it, or none', () => {
  fc.assert(
    fc.property(someList, fc.oneof(someText, fc.base64String()), (list, sent) => {
      const id = idOfCursor(list, sent)
      expect(id === undefined || cursorAfter(list, id) === sent).toBe(true)
    }),
  )
})

const LIST: ListKey = ['orders', 'acc_ANNA0001', null, null]
/** Numbers that sort as text, like ids, which sort by time. */
const idOf = (row: number): string => `ord_${String(row).padStart(6, '0')}`

/** The rows of a table, newest first, as the store reads them after a cursor. */
const readFrom = (table: readonly number[], before: string | null, limit: number) =>
  table
    .toReversed()
    .filter((row) => before === null || idOf(row) < before)
    .slice(0, limit)

test('rows that are added while paging are neither repeated nor do they hide others', () => {
  const additions = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 30 })
  const someCount = fc.integer({ min: 0, max: 40 })
  const someLimit = fc.integer({ min: 1, max: 7 })
  fc.assert(
    fc.property(someCount, someLimit, additions, (count, limit, added) => {
      const table = Array.from({ length: count }, (_, row) => row)
      const seen: number[] = []
      let cursor: string | null = null
      for (let page = 0; page === 0 || cursor !== null; page++) {
        const before = cursor === null ? null : idOfCursor(LIST, cursor)
        if (before === undefined) throw new Error('the cursor is none of this list')
        const found: Page<number> = pageOf(readFrom(table, before, limit + 1), limit, LIST, idOf)
        expect(found.rows.length).toBeLessThanOrEqual(limit)
        seen.push(...found.rows)
        cursor = found.nextCursor
        for (let row = 0; row < (added[page % added.length] ?? 0); row++) table.push(table.length)
      }
      const first = Array.from({ length: count }, (_, row) => row).toReversed()
      expect(seen).toEqual(first)
    }),
  )
})
