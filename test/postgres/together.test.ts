/** A connection with several users at once. */
import { afterEach, describe, expect, test } from 'bun:test'
import { openConnection } from '../../src/postgres/connection'
import { SESSION_OPTIONS } from '../../src/postgres/options'
import { Pool, type PoolDeps } from '../../src/postgres/pool'
import { steeredDeadline, withoutDeadline } from '../support/deadline'
import { type Reply, type ScriptedPostgres, scriptedPostgres } from '../support/scripted-postgres'
import { until } from '../support/until'

let server: ScriptedPostgres | null = null
let pool: Pool | null = null
afterEach(async () => {
  server?.stop()
  await pool?.close()
  server = null
  pool = null
})

async function openScripted(
  answer: (text: string, connection: number) => Reply,
  more: Pick<PoolDeps, 'usersPerConnection'>,
) {
  const scripted = await scriptedPostgres((text, connection) =>
    text === 'select true' ? { rows: [['t']] } : answer(text, connection),
  )
  server = scripted
  const opened = new Pool({
    max: 1,
    pools: new Set(),
    ...more,
    connect: (listener) => openConnection(scripted.url, SESSION_OPTIONS, listener),
  })
  pool = opened
  return {
    ask: (text: string, deadline = withoutDeadline()) =>
      opened.use(deadline, (connection) => connection.values({ text })),
    /** Each statement with the number of its connection. */
    received: () =>
      scripted.received
        .filter(([, text]) => text.startsWith('select') && text !== 'select true')
        .map(([connection, text]) => `${connection}: ${text}`),
    drop: scripted.drop,
  }
}

const answered = (text: string): Reply => ({ rows: [[text.replace('select ', '')]] })
const silentAt = (what: string) => (text: string) =>
  text.includes(what) ? { silent: true as const } : answered(text)

describe('a connection that two may borrow at once', () => {
  test('is sent the statement of the second while the first waits for its answer', async () => {
    const { ask, received } = await openScripted(silentAt('b'), { usersPerConnection: 2 })
    await ask('select a')
    const asked = [ask('select b'), ask('select c'), ask('select d')].map((each) =>
      each.catch((error: Error) => error.name),
    )
    // The third user has to wait.
    await until(
      async () => received(),
      (texts) => texts.length === 2,
    )
    expect(received()).toEqual(['1: select a', '1: select b'])
    server?.drop()
    expect(await Promise.all(asked)).toEqual(['ConnectionLost', 'ConnectionLost', [['d']]])
    expect(received()).toEqual(['1: select a', '1: select b', '2: select d'])
  })

  test('answers each with its own rows, in the order of the statements', async () => {
    const { ask, received } = await openScripted(answered, { usersPerConnection: 2 })
    const texts = Array.from({ length: 50 }, (_, at) => `select ${at}`)
    const answers = await Promise.all(texts.map((text) => ask(text)))
    expect(answers).toEqual(texts.map((_, at) => [[String(at)]]))
    expect(received()).toEqual(texts.map((text) => `1: ${text}`))
  })

  test('is lost to both if the statement of one fails', async () => {
    const { ask } = await openScripted(
      (text) => (text.includes('bad') ? { error: '53100' } : silentAt('behind')(text)),
      { usersPerConnection: 2 },
    )
    const asked = await Promise.allSettled([ask('select bad'), ask('select behind')])
    expect(asked).toMatchObject([
      { reason: { code: '53100' } },
      { reason: { code: 'CONNECTION_LOST' } },
    ])
    expect(await ask('select next')).toEqual([['next']])
  })

  test('is lost to both at the deadline of one', async () => {
    const { ask, received } = await openScripted(silentAt('slow'), { usersPerConnection: 2 })
    const { deadline, pass } = steeredDeadline()
    const asked = Promise.allSettled([ask('select slow', deadline), ask('select behind')])
    await until(
      async () => received(),
      (texts) => texts.length === 1,
    )
    pass()
    expect(await asked).toMatchObject([
      { reason: { code: 'OVERDUE' } },
      { reason: { code: 'CONNECTION_LOST' } },
    ])
    expect(await ask('select next')).toEqual([['next']])
  })
})
