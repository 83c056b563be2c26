/** `paper watch`: the account that it shows, and what it says if it can show none. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { watchCommand } from '../../src/clients/cli/watch/command'
import { startBroker } from '../../src/clients/testing'
import { recordingTerminal, run } from '../support/command'
import { freshDatabase } from '../support/database'
import { openStreamApi } from '../support/stream-api'
import { CLIENT_ID, CLIENT_SECRET } from '../support/trading-floor'

const database = await freshDatabase()
let api: Awaited<ReturnType<typeof openStreamApi>>

beforeEach(async () => {
  await freshDatabase()
  api = await openStreamApi({ database })
  await api.floor.account('acc_B')
})
afterEach(() => api.stop())

/** Until the first event. */
function watched(...args: readonly string[]) {
  const stopped = new AbortController()
  const recording = recordingTerminal()
  const say = (text: string) => {
    recording.say(text)
    stopped.abort()
  }
  const env = { PAPER_CLIENT_ID: CLIENT_ID, PAPER_CLIENT_SECRET: CLIENT_SECRET }
  const terminal = { ...recording, say }
  return run(
    watchCommand,
    ['--url', api.origin, ...args],
    { env, stopped: stopped.signal },
    terminal,
  )
}

test('watch lists the accounts of a key that has several, if none is chosen', async () => {
  expect((await watched()).outcome).toEqual({
    fault: 'This client has several accounts; choose one with --account:\n  acc_A\n  acc_B',
  })
})

test('watch shows the account that is chosen', async () => {
  await api.floor.order('acc_A', { quantity: '1' })
  await api.floor.order('acc_B', { quantity: '2' })
  const { outcome, said } = await watched('--account', 'acc_B', '--since', '0', '--json')
  expect(outcome).toBeUndefined()
  expect(said.split('\n').map((line) => JSON.parse(line))).toMatchObject([
    { seq: 1, accountId: 'acc_B', order: { quantity: 2 } },
  ])
})

test('watch says what is wrong', async () => {
  const { outcome } = await watched('--client-secret', 'sk_test_wrong_wrong')
  expect(outcome?.fault).toContain('invalid-client')
  await using broker = await startBroker({ env: { STREAM: 'off' } })
  const { outcome: withoutStream } = await run(watchCommand, [], { env: broker.env })
  expect(withoutStream?.fault).toContain('has no stream of order events (STREAM=off)')
})
