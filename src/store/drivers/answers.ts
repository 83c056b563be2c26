/**
 * The messages of PostgreSQL's answer to a simple query (its protocol, 55.7), as far as statements
 * of ours need them. PGlite's own parser makes an object of each column's description, with its
 * name, at each answer.
 */

/** Of one statement. */
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

/** Behind a column's name: its table and number, its type, its size and modifier, its format. */
const TYPE_AT = 6
const COLUMN_BYTES = 18

/** Null: a statement failed. */
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
