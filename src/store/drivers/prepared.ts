/**
 * Statements of the embedded database, prepared once by SQL's own PREPARE.
 *
 * PGlite's `query` parses and plans its text anew at each call, in five steps through WebAssembly;
 * that is half of the processor time of a backtest. An EXECUTE with the values in its text is one
 * step, and the session keeps the plan. No parameter is anything but text, so each is quoted in one
 * way; what the statement's own casts make of it is checked as ever.
 */
import type { PGlite, Results, Transaction } from '@electric-sql/pglite'
import { type Parameter, type StatementRunner, valuesOf } from '../pg/statement'

const ROWS = { rowMode: 'array' } as const

/** Those of one session, by their text. */
export class PreparedStatements {
  readonly #names = new Map<string, Promise<string>>()
  #made = 0

  /** Within the transaction, or outside of any. */
  runnerOf(client: PGlite | Transaction): StatementRunner {
    return {
      all: async (statement, parameters) => {
        const values = valuesOf(statement, parameters)
        const text = PREPARABLE.test(statement.text)
          ? executing(await this.#nameOf(client, statement.text), values)
          : statement.text
        const [answer] = await client.exec(text, ROWS)
        return rowsOf(answer).map(statement.decode)
      },
    }
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

const executing = (name: string, values: readonly Parameter[]): string =>
  `execute ${name}${values.length === 0 ? '' : `(${values.map(quoted).join()})`}`

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
