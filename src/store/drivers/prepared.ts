/**
 * Statements of the embedded database, prepared once by SQL's own PREPARE.
 *
 * PGlite's `query` parses and plans its text anew at each call, in five steps through WebAssembly;
 * that is half of the processor time of a backtest. An EXECUTE with the values in its text is one
 * step, and the session keeps the plan. No parameter is anything but text, so each is quoted in one
 * way; what the statement's own casts make of it is checked as ever.
 *
 * A step has a fixed price, which is most of a small statement's. In a transaction, statements that
 * are asked for together are one step: where one of them fails, all of them do.
 */
import type { PGlite, Results, Transaction } from '@electric-sql/pglite'
import { assert } from '../../core/assert'
import { type Parameter, type Statement, type StatementRunner, valuesOf } from '../pg/statement'

const ROWS = { rowMode: 'array' } as const

/** Those of one session, by their text. */
export class PreparedStatements {
  readonly #names = new Map<string, Promise<string>>()
  #made = 0

  /** Outside of a transaction each statement is one of its own. */
  outside(client: PGlite): StatementRunner {
    return {
      all: async (statement, parameters) => {
        const text = await this.#textOf(
          client,
          statement,
          valuesOf(statement, parameters).map(quoted),
        )
        const [answer] = await client.exec(text, ROWS)
        return rowsOf(answer).map(statement.decode)
      },
    }
  }

  within(transaction: Transaction): StatementRunner {
    let together: Promise<string>[] = []
    let answers: Promise<readonly Results[]> | null = null
    const send = async (): Promise<readonly Results[]> => {
      // The callers of this turn ask first.
      await null
      answers = null
      const texts = together
      together = []
      return transaction.exec((await Promise.all(texts)).join(';'), ROWS)
    }
    return {
      all: async (statement, parameters) => {
        const values = valuesOf(statement, parameters).map(quoted)
        const at = together.push(this.#textOf(transaction, statement, values)) - 1
        answers ??= send()
        const all = await answers
        const answer = all[at]
        assert(answer !== undefined, 'each statement has an answer')
        return rowsOf(answer).map(statement.decode)
      },
    }
  }

  async #textOf<Name extends string>(
    client: PGlite | Transaction,
    { text }: Statement<Name, unknown>,
    values: readonly string[],
  ): Promise<string> {
    return PREPARABLE.test(text) ? executing(await this.#nameOf(client, text), values) : text
  }

  /** PREPARE is the session's: it stays where its transaction is rolled back. */
  #nameOf(client: PGlite | Transaction, text: string): Promise<string> {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const name = `statement_${++this.#made}`
    const prepared = client.exec(`prepare ${name} as ${text}`).then(() => name)
    this.#names.set(text, prepared)
    prepared.catch(() => this.#names.delete(text))
    return prepared
  }
}

/** PREPARE takes no others, TRUNCATE for one; those have no parameters either. */
const PREPARABLE = /^\s*(?:select|insert|update|delete|merge|values|with)\b/i

const executing = (name: string, values: readonly string[]): string =>
  `execute ${name}${values.length === 0 ? '' : `(${values.join()})`}`

/** A text of SQL's standard: a backslash is one more character in it. */
function quoted(value: Parameter): string {
  if (value === null) return 'null'
  // PostgreSQL's texts have none, and the rest of the statement would be cut off.
  if (value.includes('\0')) throw new RangeError('a parameter has the character U+0000')
  return `'${value.replaceAll("'", "''")}'`
}

/** PGlite's types know rows by names only. */
function rowsOf(answer: Results | undefined): readonly (readonly unknown[])[] {
  const rows: readonly unknown[] = answer?.rows ?? []
  return rows.map((row) => (Array.isArray(row) ? row : []))
}
