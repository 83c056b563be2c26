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
import { messages, type PGlite, protocol } from '@electric-sql/pglite'
import { assert } from '../../core/assert'
import {
  type BoundStatement,
  type Parameter,
  type Parameters,
  type Statement,
  type StatementRunner,
  valuesOf,
} from '../statement'

/**
 * Asks one text of statements of PGlite in one step: PGlite's own `exec` and `transaction` take a
 * mutex, a promise and a second message for each text, and its BEGIN and COMMIT are texts of their
 * own: together a third of what a small transaction costs (bench/NOTES.md).
 *
 * An answer for each statement. Rejects with the error of the first that fails; those behind it are
 * not carried out. Only for who has the client to itself: inside of `exclusively`.
 */
export async function ask(client: PGlite, text: string): Promise<readonly StatementAnswer[]> {
  assert(!client.closed, 'the database is open')
  const parts: Buffer[] = []
  await client.execProtocolRawStream(protocol.serialize.query(text), {
    syncToFs: false,
    // A copy, since PGlite writes the next part over it.
    onRawData: (data) => void parts.push(Buffer.from(data)),
  })
  const [only = Buffer.alloc(0), ...others] = parts
  const received = others.length === 0 ? only : Buffer.concat(parts)
  return answersIn(received, client.parsers) ?? fail(received)
}

function fail(received: Buffer): never {
  const failures: messages.DatabaseError[] = []
  new protocol.Parser().parse(received, (message) => {
    if (message instanceof messages.DatabaseError) failures.push(message)
  })
  throw failures[0]
}

/** Nobody else's statements run meanwhile, nor while any other transaction is open. */
export const exclusively = <T>(client: PGlite, work: () => Promise<T>): Promise<T> =>
  client._runExclusiveTransaction(work)

/** The answer to one statement. */
export interface StatementAnswer {
  readonly rows: readonly (readonly unknown[])[]
  /** The command's tag, as `COMMIT` or `INSERT 0 1`. */
  readonly command: string
}

type Parsers = Readonly<Record<number, ((text: string, type: number) => unknown) | undefined>>

const ROW_DESCRIPTION = 'T'.charCodeAt(0)
const DATA_ROW = 'D'.charCodeAt(0)
const COMMAND_COMPLETE = 'C'.charCodeAt(0)
const ERROR = 'E'.charCodeAt(0)

/** A column's name is followed by its table and number, type, size and modifier, and format. */
const TYPE_AT = 6
const COLUMN_BYTES = 18

/**
 * The messages of PostgreSQL's answer to a simple query (its protocol, 55.7), as far as statements
 * of ours need them. PGlite's own parser makes an object of each column's description, with its
 * name, at each answer.
 *
 * Returns null if a statement failed.
 */
export function answersIn(received: Buffer, parsers: Parsers): readonly StatementAnswer[] | null {
  const answers: StatementAnswer[] = []
  let types: readonly number[] = []
  let rows: unknown[][] = []
  for (let at = 0; at < received.length; ) {
    const kind = received[at]
    const begin = at + 5
    const end = at + 1 + received.readInt32BE(at + 1)
    if (kind === ERROR) return null
    if (kind === ROW_DESCRIPTION) types = typesIn(received, begin)
    else if (kind === DATA_ROW) rows.push(rowIn(received, begin, types, parsers))
    else if (kind === COMMAND_COMPLETE) {
      answers.push({ rows, command: received.toString('latin1', begin, end - 1) })
      rows = []
    }
    at = end
  }
  return answers
}

function typesIn(received: Buffer, begin: number): readonly number[] {
  const types: number[] = []
  let at = begin + 2
  for (let left = received.readInt16BE(begin); left > 0; left--) {
    const name = received.indexOf(0, at) + 1
    types.push(received.readInt32BE(name + TYPE_AT))
    at = name + COLUMN_BYTES
  }
  return types
}

function rowIn(
  received: Buffer,
  begin: number,
  types: readonly number[],
  parsers: Parsers,
): unknown[] {
  let at = begin + 2
  return types.map((type) => {
    const length = received.readInt32BE(at)
    at += 4
    if (length < 0) return null
    const text = received.toString('utf8', at, at + length)
    at += length
    const parse = parsers[type]
    return parse === undefined ? text : parse(text, type)
  })
}

/**
 * Those of one session, by their text.
 */
export class PreparedStatements {
  readonly #names = new Map<string, Promise<string>>()
  #made = 0

  /** Outside of a transaction each statement is one of its own. */
  outside(client: PGlite): StatementRunner {
    return {
      all: (statement, parameters) =>
        exclusively(client, () => this.#rowsOf(client, statement, parameters)),
    }
  }

  /** A transaction of one statement; null: its turn has come, and it is not wanted any more. */
  commit<Row>(
    client: PGlite,
    { statement, parameters }: BoundStatement<Row>,
    claim: () => boolean,
  ): Promise<readonly Row[] | null> {
    return exclusively(client, async () =>
      claim() ? this.#rowsOf(client, statement, parameters) : null,
    )
  }

  /** Statements that are asked for together are one step, and one transaction. */
  read<T>(client: PGlite, work: (runner: StatementRunner) => Promise<T>): Promise<T> {
    return exclusively(client, () =>
      work(this.#together(client, (texts) => ask(client, texts.join(';')))),
    )
  }

  async #rowsOf<Name extends string, Row>(
    client: PGlite,
    statement: Statement<Name, Row>,
    parameters: Parameters<Name>,
  ): Promise<readonly Row[]> {
    const [answer] = await ask(client, await this.#textOf(client, statement, parameters))
    assert(answer !== undefined, 'each statement has an answer')
    return answer.rows.map(statement.decode)
  }

  /** BEGIN goes with the first statements. */
  transaction<T>(client: PGlite, work: (transaction: StatementRunner) => Promise<T>): Promise<T> {
    let isBegun = false
    const inTransaction = async (texts: readonly string[]) => {
      if (isBegun) return ask(client, texts.join(';'))
      isBegun = true
      const [, ...answers] = await ask(client, ['begin', ...texts].join(';'))
      return answers
    }
    return exclusively(client, async () => {
      try {
        const value = await work(this.#together(client, inTransaction))
        const [ended] = isBegun ? await ask(client, 'commit') : []
        // If a statement has failed whose error the work kept to itself.
        assert(ended?.command !== 'ROLLBACK', 'a transaction is committed as a whole')
        return value
      } catch (error) {
        if (isBegun) await ask(client, 'rollback')
        throw error
      }
    })
  }

  #together(
    client: PGlite,
    carryOut: (texts: readonly string[]) => Promise<readonly StatementAnswer[]>,
  ): StatementRunner {
    let together: Promise<string>[] = []
    let answers: Promise<readonly StatementAnswer[]> | null = null

    async function send(): Promise<readonly StatementAnswer[]> {
      // The callers of this turn ask first.
      await null
      answers = null
      const texts = together
      together = []
      return carryOut(await Promise.all(texts))
    }

    return {
      all: async (statement, parameters) => {
        const at = together.push(this.#textOf(client, statement, parameters)) - 1
        answers ??= send()
        const answer = (await answers)[at]
        assert(answer !== undefined, 'each statement has an answer')
        return answer.rows.map(statement.decode)
      },
    }
  }

  async #textOf<Name extends string>(
    client: PGlite,
    statement: Statement<Name, unknown>,
    parameters: Parameters<Name>,
  ): Promise<string> {
    const values = valuesOf(statement, parameters).map(quoted)
    const { text } = statement
    return PREPARABLE.test(text) ? executing(await this.#nameOf(client, text), values) : text
  }

  /** PREPARE is the session's: it stays where its transaction is rolled back. */
  #nameOf(client: PGlite, text: string): Promise<string> {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const name = `statement_${++this.#made}`
    const prepared = ask(client, `prepare ${name} as ${text}`).then(() => name)
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
