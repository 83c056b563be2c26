/**
 * drizzle's query builder on the embedded database. drizzle's driver for PGlite calls PGlite's own
 * `query`, which takes six calls into WebAssembly for a statement and copies all its parsers. Here
 * a statement is one call: PostgreSQL infers the types of the parameters, which are sent as text.
 */
import { type PGlite, protocol } from '@electric-sql/pglite'
import { assert } from '../../core/assert'
import type { Query, Value } from '../connection'
import type { Drizzle } from '../database'
import { type BuilderConnection, drizzleOver } from '../pooled-drizzle'
import { exchange, exclusively, execute, type StatementAnswer } from './prepared'

const { serialize } = protocol

/** `check` is called before each statement outside a transaction, and throws if it may not run. */
export function drizzleOn(client: PGlite, check: (text: string) => void): Drizzle {
  const connection = connectionOn(client)
  return drizzleOver({
    async one(text, ask) {
      check(text)
      return exclusively(client, () => ask(connection))
    },
    transaction: (work) => exclusively(client, () => transact(client, () => work(connection))),
  })
}

const connectionOn = (client: PGlite): BuilderConnection => ({
  alive: true,
  values: async (query) => (await answerTo(client, query)).rows,
  async records(query) {
    const { columns, rows } = await answerTo(client, query)
    const names = columns()
    return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])))
  },
})

/** Sends a statement as one message of the extended protocol (PostgreSQL's documents, 55.2.3). */
async function answerTo(
  client: PGlite,
  { text, values = [] }: Pick<Query, 'text' | 'values'>,
): Promise<StatementAnswer> {
  const messages = [
    serialize.parse({ text }),
    serialize.bind({ values: values.map(textOf) }),
    serialize.describe({ type: 'P' }),
    serialize.execute({}),
    serialize.sync(),
  ]
  const [answer] = await exchange(client, Buffer.concat(messages))
  assert(answer !== undefined, 'each statement has an answer')
  return answer
}

/** PostgreSQL reads each type from its text. Columns of other types encode their own values. */
function textOf(value: Value): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'object') throw new TypeError('a parameter is a text, number or boolean')
  return String(value)
}

async function transact<T>(client: PGlite, work: () => Promise<T>): Promise<T> {
  await execute(client, 'begin')
  let value: T
  try {
    value = await work()
  } catch (error) {
    await execute(client, 'rollback')
    throw error
  }
  const [end] = await execute(client, 'commit')
  assert(end?.command === 'COMMIT', 'a transaction is committed as a whole')
  return value
}
