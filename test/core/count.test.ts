/** Counts with their nouns. */
import { expect, test } from 'bun:test'
import { plural } from '../../src/lib/text'

test.each([
  [0, '0 accounts'],
  [1, '1 account'],
  [2, '2 accounts'],
  [1_234, '1,234 accounts'],
])('%d with its noun is %j', (count, text) => {
  expect(plural(count, 'account')).toBe(text)
})

test('a noun whose plural is another word is given with it', () => {
  expect([plural(1, 'thing is', 'things are'), plural(2, 'thing is', 'things are')]).toEqual([
    '1 thing is',
    '2 things are',
  ])
})
