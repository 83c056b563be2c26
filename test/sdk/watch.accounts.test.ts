/** `bun run watch` by a key that may use several accounts. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { runWatch } from '../../src/cli/watch/run'
import { heardTerminal } from '../support/command'
import { freshDatabase } from '../support/database'
import { openStreamApi } from '../support/stream-api'
import { CLIENT_ID, CLIENT_SECRET } from '../support/trading-floor'

const database = await freshDatabase()
let api: Awaited<ReturnType<typeof openStreamApi>>

beforeEach(async () => {
  await freshDatabase()
  api = await openStreamApi(database)
  await api.floor.account('acc_B')
})
afterEach(() => api.stop())

/** Until the first event. */
function watch(...args: readonly string[]) {
  const stopped = new AbortController()
  const terminal = heardTerminal()
  const say = (text: string) => {
    terminal.say(text)
    stopped.abort()
  }
  const env = { PAPER_CLIENT_ID: CLIENT_ID, PAPER_CLIENT_SECRET: CLIENT_SECRET }
  const outcome = runWatch(['--url', api.origin, ...args], {
    terminal: { ...terminal, say },
    env,
    screen: { size: null, draw: () => {}, leave: () => {} },
    stopped: stopped.signal,
  })
  return { terminal, outcome }
}

test('lists the accounts where none is chosen', async () => {
  expect(await watch().outcome).toEqual({
    fault: 'This client has several accounts; choose one with --account:\n  acc_A\n  acc_B',
  })
})

test('shows the one that is chosen', async () => {
  await api.floor.order('acc_A', { quantity: '1' })
  await api.floor.order('acc_B', { quantity: '2' })
  const { terminal, outcome } = watch('--account', 'acc_B', '--since', '0', '--json')
  expect(await outcome).toBeUndefined()
  expect(terminal.said.map((line) => JSON.parse(line))).toMatchObject([
    { seq: 1, accountId: 'acc_B', order: { quantity: 2 } },
  ])
})
