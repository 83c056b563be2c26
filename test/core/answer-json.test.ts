/** The JSON of an answer around its request's id. */
import { expect, test } from 'bun:test'
import { answerBytes, untilRequestId, withRequestId } from '../../src/core/answer-json'

const utf8 = new TextDecoder()
const UNTIL = untilRequestId(JSON.stringify({ quotes: [] }))

test.each(['r1', '', 'a "quoted" one', '\\', '"'.repeat(128), '\\'.repeat(128)])(
  'an answer has the id %j, as a text and as bytes',
  (requestId) => {
    const text = JSON.stringify({ quotes: [], requestId })
    expect(withRequestId(UNTIL, requestId)).toBe(text)
    expect(utf8.decode(answerBytes(UNTIL).withRequestId(requestId))).toBe(text)
  },
)

test('bytes are used again, whatever the length of an id, and of what stands before it', () => {
  const kept = answerBytes(UNTIL)
  const objects = [
    { a: 1 },
    { a: 2 },
    { a: 'longer' },
    { a: 'é' },
    { a: 'e' },
    { a: 'x'.repeat(999) },
  ]
  for (const object of [...objects, ...objects.toReversed()]) {
    kept.begin(untilRequestId(JSON.stringify(object)))
    for (const requestId of ['r1', 'r22', 'r3', 'a much longer one', 'r4']) {
      const answered = utf8.decode(kept.withRequestId(requestId))
      expect(JSON.parse(answered)).toEqual({ ...object, requestId })
    }
  }
})

test('an answer of kept bytes stays as it was while the next one is made', async () => {
  const kept = answerBytes(UNTIL)
  const first = new Response(kept.withRequestId('first'))
  const second = new Response(kept.withRequestId('other'))
  expect(await first.json()).toEqual({ quotes: [], requestId: 'first' })
  expect(await second.json()).toEqual({ quotes: [], requestId: 'other' })
})
