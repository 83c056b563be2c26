/** The log lines of failures. */
import { expect, test } from 'bun:test'
import { DrizzleQueryError } from 'drizzle-orm'
import { OutcomeUnknown, unlessUnknown } from '../../src/postgres/errors'
import { reportsBy } from '../../src/server/telemetry/log'
import { lostConnection } from '../support/faulty-database'

function recordedReports() {
  const errors: string[] = []
  const reports = reportsBy({
    info: () => {},
    warning: () => {},
    error: (line) => errors.push(line.split('\n')[0] ?? ''),
  })
  return { reports, errors }
}

const commitLost = (): Promise<unknown> =>
  unlessUnknown(async (commitSent) => {
    commitSent()
    throw lostConnection()
  }).catch((error: unknown) => error)

test('an unknown outcome is reported with what is unknown and why', async () => {
  const { reports, errors } = recordedReports()
  const error = await commitLost()
  reports.request({ method: 'POST', path: '/v1/orders', requestId: 'r1', error })
  reports.background('note-last-uses', new DrizzleQueryError('select 1', [], wanted(error)))
  const both =
    'OutcomeUnknown: the answer to a COMMIT was lost, so its outcome is unknown: ' +
    'the connection to the database was lost'
  expect(errors).toEqual([
    `POST /v1/orders failed (request id r1): ${both}`,
    `note-last-uses: ${both}`,
  ])
})

test('a failed query is reported by its cause, without its text and its parameters', () => {
  const { reports, errors } = recordedReports()
  const cause = new Error('the table is gone')
  reports.background('forget-tokens', new DrizzleQueryError('select $1', ['secret'], cause))
  expect(errors).toEqual(['forget-tokens: Error: the table is gone'])
})

function wanted(error: unknown): OutcomeUnknown {
  if (!(error instanceof OutcomeUnknown)) throw new Error(`not an unknown outcome: ${error}`)
  return error
}
