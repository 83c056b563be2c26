/**
 * One text of statements, asked of PGlite in one step.
 *
 * PGlite's own `exec` and `transaction` take a mutex, a promise and a second message for each text,
 * and its BEGIN and COMMIT are texts of their own: together a third of what a small transaction
 * costs (bench/NOTES.md).
 */
import { messages, type PGlite, parse, protocol, type Results } from '@electric-sql/pglite'
import { assert } from '../../core/assert'

const ROWS = { rowMode: 'array' } as const

type Message = Parameters<typeof parse.parseResults>[0][number]

/**
 * An answer for each statement. Rejects with the error of the first that fails; those behind it are
 * not carried out. Only for who has the client to itself: inside of `exclusively`.
 */
export async function ask(client: PGlite, text: string): Promise<readonly Results[]> {
  assert(!client.closed, 'the database is open')
  const answered: Message[] = []
  const parser = new protocol.Parser()
  await client.execProtocolRawStream(protocol.serialize.query(text), {
    syncToFs: false,
    onRawData: (data) => parser.parse(data, (message) => void answered.push(message)),
  })
  const failure = answered.find((message) => message instanceof messages.DatabaseError)
  if (failure !== undefined) throw failure
  return parse.parseResults(answered, client.parsers, ROWS)
}

/** Nobody else's statements run meanwhile, nor while any other transaction is open. */
export const exclusively = <T>(client: PGlite, work: () => Promise<T>): Promise<T> =>
  client._runExclusiveTransaction(work)
