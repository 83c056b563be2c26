import { describe, expect, test } from 'bun:test'
import { cursorAfter, idOfCursor, type ListKey, pageOf } from '../../src/http/wire/paging'

const LIST: ListKey = ['orders', 'acc_ANNA0001', 'OPEN', 'AAPL', null]

describe('[page.cursor] a cursor', () => {
  test('a cursor names the last row of a page, in the list it was made for', () => {
    expect(idOfCursor(LIST, cursorAfter(LIST, 'ord_7'))).toBe('ord_7')
  })

  test('a cursor shows neither the id nor the filters, and needs no escaping in a URL', () => {
    const cursor = cursorAfter(LIST, 'ord_7')
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
    for (const part of ['ord_7', 'acc_ANNA0001', 'AAPL']) expect(cursor).not.toContain(part)
  })

  const OTHERS: Readonly<Record<string, ListKey>> = {
    'of another kind of list': ['fills', 'acc_ANNA0001', 'OPEN', 'AAPL', null],
    'of another account': ['orders', 'acc_BEN00001', 'OPEN', 'AAPL', null],
    'with another filter': ['orders', 'acc_ANNA0001', 'CLOSED', 'AAPL', null],
    'with one filter less': ['orders', 'acc_ANNA0001', null, 'AAPL', null],
    'with one filter more': ['orders', 'acc_ANNA0001', 'OPEN', 'AAPL', '2026-03-02T15:00:00Z'],
    'with its filters the other way round': ['orders', 'acc_ANNA0001', 'AAPL', 'OPEN', null],
    'with its filters joined': ['orders', 'acc_ANNA0001', 'OPENAAPL', '', null],
    'whose filter is the word null': ['orders', 'acc_ANNA0001', 'OPEN', 'AAPL', 'null'],
  }
  for (const [which, other] of Object.entries(OTHERS)) {
    test(`is none of a list ${which}`, () => {
      expect(idOfCursor(other, cursorAfter(LIST, 'ord_7'))).toBeUndefined()
    })
  }

  const cursor = cursorAfter(LIST, 'ord_7')
  const text = Buffer.from(cursor, 'base64url').toString()
  const written = (content: string) => Buffer.from(content).toString('base64url')
  const BROKEN: Readonly<Record<string, string>> = {
    'nothing at all': '',
    'no base64': '!!!',
    'an id as it is': 'ord_7',
    'one character short': cursor.slice(0, -1),
    'one character longer': `${cursor}A`,
    padded: `${cursor}==`,
    'with blanks around it': ` ${cursor} `,
    'in the other base64 alphabet': Buffer.from(`${text}?>~`).toString('base64'),
    'of unicode': '주문📈',
    'of base64 that is no UTF-8': Buffer.from([0xff, 0xfe, 0x2e]).toString('base64url'),
    'of another mark': written('0.ord_7'),
    'without a mark': written('.ord_7'),
    'with the mark alone': written(text.slice(0, text.indexOf('.'))),
    'that names no row': written(text.slice(0, text.indexOf('.') + 1)),
    'whose id no id can be: NUL': written(text.replace('ord_7', 'ord_\0')),
    'whose id no id can be: a blank': written(text.replace('ord_7', 'ord 7')),
    'whose id no id can be: Korean': written(text.replace('ord_7', '주문')),
  }
  for (const [what, broken] of Object.entries(BROKEN)) {
    test(`is none: ${what}`, () => expect(idOfCursor(LIST, broken)).toBeUndefined())
  }

  test('a cursor with any one character changed is no cursor', () => {
    for (let at = 0; at < cursor.length; at++) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1)
      // The id itself is not protected, only what list it belongs to and how it is written.
      expect(idOfCursor(LIST, changed)).not.toBe('ord_7')
    }
  })
})

describe('[page.stable] a page', () => {
  const pageFrom = (rows: readonly string[], limit: number) =>
    pageOf(rows, limit, LIST, (row) => row)

  test('a page with fewer rows than the limit is the last one', () => {
    expect(pageFrom(['c', 'b'], 3)).toEqual({ rows: ['c', 'b'], nextCursor: null })
    expect(pageFrom([], 3)).toEqual({ rows: [], nextCursor: null })
  })

  test('a page with exactly the limit is the last one', () => {
    expect(pageFrom(['c', 'b', 'a'], 3)).toEqual({ rows: ['c', 'b', 'a'], nextCursor: null })
  })

  test('a page with one row more has a cursor after its last row', () => {
    expect(pageFrom(['d', 'c', 'b', 'a'], 3)).toEqual({
      rows: ['d', 'c', 'b'],
      nextCursor: cursorAfter(LIST, 'b'),
    })
  })
})
