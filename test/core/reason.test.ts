/** The line that tells people why something failed. */
import { expect, test } from 'bun:test'
import { reasonOf } from '../../src/lib/text'
import { unlessUnknown } from '../../src/postgres/retry'
import { lostConnection } from '../support/faulty-database'

const failedQuery = new Error('Failed query: insert into clients …\nparams: sk_test_secret', {
  cause: new Error('permission denied for table clients\nat line 1'),
})

test('of a failed query the database’s reason is told, in one line, without the query', () => {
  expect(reasonOf(failedQuery)).toBe('permission denied for table clients')
})

test('an error without a message is told by its code', () => {
  expect(reasonOf(Object.assign(new Error(''), { code: 'ECONNREFUSED' }))).toBe('ECONNREFUSED')
})

test('what is no error is told as it is', () => {
  expect(reasonOf('no file')).toBe('no file')
})

test('where it is unknown whether something was done, that is told beside why', async () => {
  const lost = unlessUnknown(async (commitSent) => {
    commitSent()
    throw lostConnection()
  })
  const told =
    'the answer to a COMMIT was lost, so its outcome is unknown: ' +
    'the connection to the database was lost'
  const unknown: unknown = await lost.catch((error: unknown) => error)
  expect(reasonOf(unknown)).toBe(told)
  expect(reasonOf(new Error('Failed query: …', { cause: unknown }))).toBe(told)
})
