/**
 * One text of statements, asked of PGlite in one step.
 *
 * PGlite's own `exec` and `transaction` take a mutex, a promise and a second message for each text,
 * and its BEGIN and COMMIT are texts of their own: together a third of what a small transaction
 * costs (bench/NOTES.md).
 */
import { messages, type PGlite, protocol } from '@electric-sql/pglite'
import { assert } from '../../core/assert'
import { answersIn, type StatementAnswer } from './answers'

/**
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
