/**
 * Follows an account's events into a file, and survives restarts: of itself, of the network
 * and of the server. Each event has a number, 1, 2, 3 … without gaps, so the last one that is in the
 * file says where to go on, and a gap would prove that something was missed.
 *
 *     PAPER_URL=… PAPER_CLIENT_ID=… PAPER_CLIENT_SECRET=… bun consumer.ts events.jsonl
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { openClient } from 'paper-brokerage/client'

const [file = 'events.jsonl'] = process.argv.slice(2)
const { PAPER_URL = '', PAPER_CLIENT_ID = '', PAPER_CLIENT_SECRET = '' } = process.env

/** The number of the last event in the file; a line that was cut short by a kill is no event. */
function lastSeq(): number {
  if (!existsSync(file)) return 0
  const whole = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  const last: unknown = JSON.parse(whole.at(-1) ?? '{"seq":0}')
  return Number(Object(last).seq)
}

const client = openClient({
  url: PAPER_URL,
  clientId: PAPER_CLIENT_ID,
  clientSecret: PAPER_CLIENT_SECRET,
})

let expected = lastSeq() + 1
console.log(`follows from event ${expected} on`)
for await (const message of client.events({ since: expected - 1 })) {
  const { seq, event, type } = message
  const id = type === 'order' ? message.order.orderId : message.conditionalOrderId
  if (seq !== expected) throw new Error(`event ${expected} is missing: ${seq} came`)
  // Written before the next is asked for: what is in the file was seen, once.
  appendFileSync(file, `${JSON.stringify({ seq, event, id })}\n`)
  expected = seq + 1
}
