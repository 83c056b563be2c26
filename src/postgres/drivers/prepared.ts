/**
 * Statements of the embedded database, prepared once with SQL's PREPARE.
 *
 * PGlite's `query` parses and plans its text at each call, in five calls into WebAssembly. That is
 * half of the processor time of a backtest. An EXECUTE with the values in its text is one call, and
 * the session keeps the plan. All parameters are texts, which the statement's casts check.
 *
 * Most of a small statement's cost is the call. In a transaction, the statements of one turn share
 * a call: if one of them fails, all of them fail.
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
 * Runs the statements of a text in one call, and returns an answer for each. Rejects with the error
 * of the first that fails; the rest do not run. Call it only inside `exclusively`.
 *
 * PGlite's own `exec` and `transaction` need a mutex, a promise and a second message for each text,
 * and separate texts for BEGIN and COMMIT: a third of a small transaction's cost (bench/NOTES.md).
 */
export const execute = (client: PGlite, text: string): Promise<readonly StatementAnswer[]> =>
  exchange(client, protocol.serialize.query(text))

/** Sends messages in one call. Rejects with the first error. Call it only inside `exclusively`. */
export async function exchange(
  client: PGlite,
  sent: Uint8Array,
): Promise<readonly StatementAnswer[]> {
  assert(!client.closed, 'the database is open')
  const parts: Buffer[] = []
  await client.execProtocolRawStream(sent, {
    syncToFs: false,
    // Copied, since PGlite reuses its buffer for the next part.
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

/** Runs the work while no other statement runs and no other transaction is open. */
export const exclusively = <T>(client: PGlite, work: () => Promise<T>): Promise<T> =>
  client._runExclusiveTransaction(work)

/** The answer to one statement. */
export interface StatementAnswer {
  /** Empty if the statement returns no rows. */
  readonly columns: () => readonly string[]
  readonly rows: readonly (readonly unknown[])[]
  /** The command's tag, as `COMMIT` or `INSERT 0 1`. */
  readonly command: string
}

type Parsers = Readonly<Record<number, ((text: string, type: number) => unknown) | undefined>>

const ROW_DESCRIPTION = 'T'.charCodeAt(0)
const DATA_ROW = 'D'.charCodeAt(0)
const COMMAND_COMPLETE = 'C'.charCodeAt(0)
const ERROR = 'E'.charCodeAt(0)

/** After a column's name come its table, number, type, size, modifier and format. */
const TYPE_AT = 6
const COLUMN_BYTES = 18

/**
 * Parses PostgreSQL's answers to statements (its protocol, 55.7). PGlite's own parser is slower:
 * it makes an object of each column's description. Returns null if a statement failed.
 */
function answersIn(received: Buffer, parsers: Parsers): readonly StatementAnswer[] | null {
  const answers: StatementAnswer[] = []
  let described: number | null = null
  let types: readonly number[] = []
  let rows: unknown[][] = []
  for (let at = 0; at < received.length; ) {
    const kind = received[at]
    const begin = at + 5
    const end = at + 1 + received.readInt32BE(at + 1)
    if (kind === ERROR) return null
    if (kind === ROW_DESCRIPTION) {
      described = begin
      types = columnsIn(received, begin, (afterName) => received.readInt32BE(afterName + TYPE_AT))
    } else if (kind === DATA_ROW) rows.push(rowIn(received, begin, types, parsers))
    else if (kind === COMMAND_COMPLETE) {
      const command = received.toString('latin1', begin, end - 1)
      answers.push({ columns: namesOf(received, described), rows, command })
      described = null
      rows = []
    }
    at = end
  }
  return answers
}

const namesOf = (received: Buffer, described: number | null) => (): readonly string[] =>
  described === null
    ? []
    : columnsIn(received, described, (afterName, name) =>
        received.toString('utf8', name, afterName - 1),
      )

/** Reads the description of each column; `read` gets the places after its name and before it. */
function columnsIn<T>(
  received: Buffer,
  begin: number,
  read: (afterName: number, name: number) => T,
): readonly T[] {
  const columns: T[] = []
  let at = begin + 2
  for (let left = received.readInt16BE(begin); left > 0; left--) {
    const afterName = received.indexOf(0, at) + 1
    columns.push(read(afterName, at))
    at = afterName + COLUMN_BYTES
  }
  return columns
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

/** The prepared statements of one session. */
export class PreparedStatements {
  /** The keys are the texts. */
  readonly #names = new Map<string, Promise<string>>()
  #count = 0

  /** Runs each statement as a transaction of its own. */
  runner(client: PGlite): StatementRunner {
    return {
      all: (statement, parameters) =>
        exclusively(client, () => this.#rowsOf(client, statement, parameters)),
    }
  }

  /** Runs one statement as a transaction; null if `claim` returns false when its turn comes. */
  commit<Row>(
    client: PGlite,
    { statement, parameters }: BoundStatement<Row>,
    claim: () => boolean,
  ): Promise<readonly Row[] | null> {
    return exclusively(client, async () =>
      claim() ? this.#rowsOf(client, statement, parameters) : null,
    )
  }

  /** Runs reads. The statements of one turn are one call, and one transaction. */
  read<T>(client: PGlite, work: (runner: StatementRunner) => Promise<T>): Promise<T> {
    return exclusively(client, () =>
      work(this.#batchRunner(client, (texts) => execute(client, texts.join(';')))),
    )
  }

  async #rowsOf<Name extends string, Row>(
    client: PGlite,
    statement: Statement<Name, Row>,
    parameters: Parameters<Name>,
  ): Promise<readonly Row[]> {
    const [answer] = await execute(client, await this.#textOf(client, statement, parameters))
    assert(answer !== undefined, 'each statement has an answer')
    return answer.rows.map(statement.decode)
  }

  /** Sends BEGIN with the first statements. */
  transaction<T>(client: PGlite, work: (transaction: StatementRunner) => Promise<T>): Promise<T> {
    let hasBegun = false
    const inTransaction = async (texts: readonly string[]) => {
      if (hasBegun) return execute(client, texts.join(';'))
      hasBegun = true
      const [, ...answers] = await execute(client, ['begin', ...texts].join(';'))
      return answers
    }
    return exclusively(client, async () => {
      try {
        const value = await work(this.#batchRunner(client, inTransaction))
        const [end] = hasBegun ? await execute(client, 'commit') : []
        // A ROLLBACK means that the work has hidden the error of a statement.
        assert(end?.command !== 'ROLLBACK', 'a transaction is committed as a whole')
        return value
      } catch (error) {
        if (hasBegun) await execute(client, 'rollback')
        throw error
      }
    })
  }

  /** Runs the statements of one turn as one batch. */
  #batchRunner(
    client: PGlite,
    executeAll: (texts: readonly string[]) => Promise<readonly StatementAnswer[]>,
  ): StatementRunner {
    let batch: Promise<string>[] = []
    let answers: Promise<readonly StatementAnswer[]> | null = null

    async function send(): Promise<readonly StatementAnswer[]> {
      // Lets the other callers of this turn add their statements.
      await null
      answers = null
      const texts = batch
      batch = []
      return executeAll(await Promise.all(texts))
    }

    return {
      all: async (statement, parameters) => {
        const at = batch.push(this.#textOf(client, statement, parameters)) - 1
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
    return PREPARABLE.test(text) ? executeText(await this.#nameOf(client, text), values) : text
  }

  /** Prepares a statement once. A rollback does not undo PREPARE. */
  #nameOf(client: PGlite, text: string): Promise<string> {
    const existing = this.#names.get(text)
    if (existing !== undefined) return existing
    const name = `statement_${++this.#count}`
    const prepared = execute(client, `prepare ${name} as ${text}`).then(() => name)
    this.#names.set(text, prepared)
    prepared.catch(() => this.#names.delete(text))
    return prepared
  }
}

/** Statements that PREPARE takes. Others, such as TRUNCATE, have no parameters. */
const PREPARABLE = /^\s*(?:select|insert|update|delete|merge|values|with)\b/i

const executeText = (name: string, values: readonly string[]): string =>
  `execute ${name}${values.length === 0 ? '' : `(${values.join()})`}`

/** A string literal of standard SQL, in which a backslash has no meaning. */
function quoted(value: Parameter): string {
  if (value === null) return 'null'
  // PostgreSQL's texts have no U+0000, and it would cut off the rest of the statement.
  if (value.includes('\0')) throw new RangeError('a parameter has the character U+0000')
  return `'${value.replaceAll("'", "''")}'`
}
