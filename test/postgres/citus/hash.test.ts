/** The shard of an account is that which PostgreSQL's own hash gives it. */
import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { hashOfText } from '../../../src/postgres/citus/hash'
import { parameter, statement } from '../../../src/postgres/statement'
import { freshDatabase } from '../../support/database'

const hashtext = statement(
  ['text'],
  sql`select hashtext(${parameter('text', 'text')} collate "C")`,
  ([hash]) => Number(hash),
)

test('the hash of any text is PostgreSQL’s', async () => {
  const database = await freshDatabase()
  // PostgreSQL stores no NUL.
  const texts = fc
    .string({ unit: 'grapheme', maxLength: 40 })
    .filter((text) => !text.includes('\0'))
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const [hash] = await database.all(hashtext, { text })
      expect(hashOfText(text)).toBe(hash ?? Number.NaN)
    }),
  )
})

test.each(['', 'acc_0123456789abcdef', 'acc_a_0123456789abcdef', '한국어 계좌'])(
  'the hash of %j is PostgreSQL’s',
  async (text) => {
    const database = await freshDatabase()
    const [hash] = await database.all(hashtext, { text })
    expect(hashOfText(text)).toBe(hash ?? Number.NaN)
  },
)
