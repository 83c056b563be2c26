/** The line by which people see why something failed. */
import { expect, test } from 'bun:test'
import { errorMessage } from '../../src/lib/text'
import { unlessUnknown } from '../../src/postgres/errors'
import { lostConnection } from '../support/faulty-database'

const failedQuery = new Error('Failed query: insert into clients …\nparams: sk_test_secret', {
  cause: new Error('permission denied for table clients\nat line 1'),
})

test('the message of a failed query is the database’s, in one line, without the query', () => {
  expect(errorMessage(failedQuery)).toBe('permission denied for table clients')
})

test('the message of an error without one is its code', () => {
  expect(errorMessage(Object.assign(new Error(''), { code: 'ECONNREFUSED' }))).toBe('ECONNREFUSED')
})

test('the message of what is no error is its text', () => {
  expect(errorMessage('no file')).toBe('no file')
})

test('the message of a lost answer says that the outcome is unknown, and why', async () => {
  const lost = unlessUnknown(async (commitSent) => {
    commitSent()
    throw lostConnection()
  })
  const message =
    'the answer to a COMMIT was lost, so its outcome is unknown: ' +
    'the connection to the database was lost'
  const unknown: unknown = await lost.catch((error: unknown) => error)
  expect(errorMessage(unknown)).toBe(message)
  expect(errorMessage(new Error('Failed query: …', { cause: unknown }))).toBe(message)
})
