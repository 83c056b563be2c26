import { describe, expect, test } from 'bun:test'
import { cancel } from '../../src/core/order/cancel'
import { ORDER_STATUSES } from '../../src/core/order/order'
import { SESSIONS } from '../../src/core/session'
import { anOrder } from '../support/examples'
import { oneOf, table } from '../support/table'

const answerOf = (status: string, session: string): string => {
  const order = anOrder({ status: oneOf(ORDER_STATUSES, status) })
  const answer = cancel(order, oneOf(SESSIONS, session))
  if (answer === null) return 'the same again'
  return 'refused' in answer ? answer.refused : answer.type
}

const ANSWERS = table(`
  status           | open session     | CLOSED
  SUBMITTED        | CancelRequested  | Canceled
  PARTIALLY_FILLED | CancelRequested  | Canceled
  PENDING_CANCEL   | the same again   | the same again
  FILLED           | already-filled   | already-filled
  CANCELED         | already-canceled | already-canceled
  EXPIRED          | already-expired  | already-expired
  REJECTED         | already-rejected | already-rejected
`)

describe('[life.cancel] a request to cancel an order', () => {
  for (const row of ANSWERS) {
    const status = row('status')
    test(`that is ${status}: ${row('open session')}; while CLOSED ${row('CLOSED')}`, () => {
      for (const session of SESSIONS) {
        const column = session === 'CLOSED' ? 'CLOSED' : 'open session'
        expect(answerOf(status, session)).toBe(row(column))
      }
    })
  }

  test('a request to cancel has an answer in every status', () => {
    expect(ANSWERS.map((row) => row('status'))).toEqual([...ORDER_STATUSES])
  })
})
