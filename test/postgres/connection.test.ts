/**
 * Failures of a connection to a PostgreSQL server, which is a scripted one. Each time the user gets
 * the right answer or an error, and the next user gets a connection that works.
 */
import { afterEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import {
  type Connection,
  type ConnectionListener,
  type Deadline,
  openConnection,
} from '../../src/postgres/connection'
import type { Database } from '../../src/postgres/database'
import { databaseAt } from '../../src/postgres/drivers/postgres'
import { isConnectionLoss, retry } from '../../src/postgres/errors'
import { SESSION_OPTIONS } from '../../src/postgres/options'
import { Pool, type Pools } from '../../src/postgres/pool'
import { parameter, statement } from '../../src/postgres/statement'
import { writeFault } from '../../src/postgres/write-probe'
import { steeredDeadline, withoutDeadline } from '../support/deadline'
import { type Reply, type ScriptedPostgres, scriptedPostgres } from '../support/scripted-postgres'
import { until } from '../support/until'

let server: ScriptedPostgres | null = null
let database: Database | null = null
afterEach(async () => {
  server?.stop()
  await database?.close()
  server = null
  database = null
})

const ROWS = Array.from({ length: 200 }, (_, index) => [String(index)])
const CUT_SHORT: Reply = { rows: ROWS, error: '57014' }

/** Resolves when the scripted server has received the statement this many times. */
const untilReceived = (part: string, times = 1) =>
  until(
    async () => server?.received.filter(([, text]) => text.includes(part)).length,
    (count) => count === times,
  )

async function openScripted(answer: (text: string, connection: number) => Reply) {
  server = await scriptedPostgres(answer)
  // With the patience of a command: this process may stand still for longer than a client waits.
  database = databaseAt(server.url, 'cli')
  return { server, database }
}

const answerOf = statement([], sql`select answer`, ([answer]) => String(answer))
const cutShort = statement([], sql`select cut_short`, ([answer]) => String(answer))
const named = statement(['name'], sql`select ${parameter('name', 'text')}`, ([name]) =>
  String(name),
)

const script = (text: string): Reply => {
  if (text.includes('cut_short')) return CUT_SHORT
  if (text.includes('answer')) return { rows: [['42']] }
  return { rows: [['t']] }
}

describe('a statement that is ended in the middle of its rows', () => {
  test('fails, and the answers to the next ones are whole', async () => {
    const { database } = await openScripted(script)
    for (let times = 0; times < 20; times++) {
      await expect(database.all(cutShort, {})).rejects.toMatchObject({ code: '57014' })
      expect(await database.all(answerOf, {})).toEqual(['42'])
    }
  })

  test('leaves the query builder’s answers whole as well', async () => {
    const { database } = await openScripted(script)
    for (let times = 0; times < 20; times++) {
      const failing = database.drizzle.execute(sql`select cut_short`).execute()
      await expect(failing).rejects.toThrow()
      expect(await database.drizzle.select({ answer: sql`answer` }).from(sql`x`)).toEqual([
        { answer: '42' },
      ])
    }
  })

  test('fails its transaction, with what was sent behind it', async () => {
    const { database, server } = await openScripted(script)
    const working = database.transaction((transaction) =>
      Promise.all([transaction.all(cutShort, {}), transaction.all(answerOf, {})]),
    )
    await expect(working).rejects.toMatchObject({ code: '57014' })
    expect(server.received.map(([, text]) => text)).not.toContain('commit')
    expect(await database.transaction((transaction) => transaction.all(answerOf, {}))).toEqual([
      '42',
    ])
  })
})

describe('a connection to PostgreSQL', () => {
  test('gives each of several queries its own answer', async () => {
    server = await scriptedPostgres(script)
    const connection = openConnection(server.url, SESSION_OPTIONS)
    const asked = await Promise.allSettled([
      connection.values({ text: 'select cut_short' }),
      connection.values({ text: 'select answer' }),
    ])
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(connection.alive).toBe(false)
    await expect(connection.values({ text: 'select answer' })).rejects.toMatchObject({
      code: 'CONNECTION_LOST',
    })
  })

  test('is given up if a value cannot be sent, and answers no query wrongly', async () => {
    server = await scriptedPostgres(script)
    const connection = openConnection(server.url, SESSION_OPTIONS)
    await connection.values({ text: 'select answer' })
    const missing = [undefined] as unknown as string[]
    const asked = await Promise.allSettled([
      connection.values({ text: 'select answer' }),
      connection.values({ text: 'select $1::text', values: missing }),
      connection.values({ text: 'select answer' }),
    ])
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })
})

test('connections that the server ends while they are idle are not lent again', async () => {
  const { database, server } = await openScripted(script)
  for (let times = 0; times < 3; times++) {
    expect(await database.all(answerOf, {})).toEqual(['42'])
    await database.notifications.notify(['acc_A 1'])
    server.drop()
  }
  const answering = [connectionOf('pg_notify'), connectionOf('select answer')]
  expect(answering.map((each) => each.length)).toEqual([3, 3])

  function connectionOf(text: string): number[] {
    const received = server.received.filter(([, statement]) => statement.includes(text))
    return [...new Set(received.map(([connection]) => connection))]
  }
})

test('all listeners for notifications share one connection, and the next after a loss', async () => {
  const { database, server } = await openScripted(script)
  const connections = (): number =>
    server.received.filter(([, statement]) => statement.startsWith('listen ')).length
  const again = Promise.withResolvers<void>()
  let connected = 0
  for (let listeners = 0; listeners < 3; listeners++) {
    await database.notifications.listen(
      () => {},
      () => {
        if (++connected === 6) again.resolve()
      },
    )
  }
  expect(connections()).toBe(1)
  server.drop()
  await again.promise
  expect(connections()).toBe(2)
})

describe('a PostgreSQL server that falls silent', () => {
  const silentOnFirst = (text: string, connection: number): Reply => {
    if (connection === 1 && text.includes('answer')) return { silent: true }
    return script(text)
  }

  test('is given up at the deadline, and the next question goes over another connection', async () => {
    server = await scriptedPostgres(silentOnFirst)
    const { url } = server
    const pool = new Pool({
      max: 1,
      pools: new Set(),
      connect: (listener) => openConnection(url, SESSION_OPTIONS, listener),
    })
    const ask = (deadline: Deadline) =>
      pool.use(deadline, (connection) => connection.values({ text: 'select answer' }))
    const { deadline, pass } = steeredDeadline()
    const asked = ask(deadline)
    await untilReceived('select answer')
    pass()
    await expect(asked).rejects.toMatchObject({ code: 'OVERDUE' })
    expect(await ask(withoutDeadline())).toEqual([['42']])
    await pool.close()
  })

  test('has its idle connections given up as well', async () => {
    server = await scriptedPostgres((text) =>
      text.includes('cut') ? { silent: true } : script(text),
    )
    const { url, received } = server
    const pools: Pools = new Set()
    const connect = (listener: ConnectionListener) => openConnection(url, SESSION_OPTIONS, listener)
    const [one, other] = [
      new Pool({ max: 1, connect, pools }),
      new Pool({ max: 1, connect, pools }),
    ]
    const ask = (pool: Pool, text: string, deadline = withoutDeadline()) =>
      pool.use(deadline, (connection) => connection.values({ text }))
    await ask(one, 'select answer')
    const { deadline, pass } = steeredDeadline()
    const cut = ask(other, 'select cut', deadline)
    await untilReceived('select cut')
    pass()
    await expect(cut).rejects.toMatchObject({ code: 'OVERDUE' })
    await ask(one, 'select answer')
    const answered = received.flatMap(([connection, text]) =>
      text === 'select answer' ? [connection] : [],
    )
    expect(answered).toEqual([1, 3])
    await Promise.all([one.close(), other.close()])
  })

  test('[request.deadline] has a read that it leaves unanswered repeated beside another', async () => {
    server = await scriptedPostgres((text, connection) =>
      connection <= 2 && text.includes('answer') ? { silent: true } : script(text),
    )
    const { url } = server
    const pool = new Pool({
      max: 2,
      pools: new Set(),
      silentMs: 1,
      connect: (listener) => openConnection(url, SESSION_OPTIONS, listener),
    })
    const ask = (deadline: Deadline) =>
      pool.use(deadline, (connection) => connection.values({ text: 'select answer' }))
    const { deadline, pass } = steeredDeadline()
    const asked = ask(deadline)
    const read = retry(() => ask(withoutDeadline()))
    await untilReceived('select answer', 2)
    pass()
    await expect(asked).rejects.toMatchObject({ code: 'OVERDUE' })
    expect(await read).toEqual([['42']])
    await pool.close()
  })

  test('[request.busy] reports a lost database, and why, if no connection can be opened', async () => {
    const refused = Object.assign(new Error('too many clients already'), { code: '53300' })
    const { deadline, pass } = steeredDeadline()
    const connection: Connection = {
      alive: true,
      values: () => Promise.reject(refused),
      records: async () => [],
      // The pool must handle the refusal first.
      destroy: () => queueMicrotask(pass),
      close: async () => {},
    }
    const pool = new Pool({ max: 1, pools: new Set(), connect: () => connection })
    const fault: unknown = await pool.use(deadline, async () => {}).catch((error) => error)
    expect(isConnectionLoss(fault)).toBe(true)
    expect(writeFault(fault)).toContain('connections')
    await pool.close()
  })

  test('fails the borrowers that wait for its connection at their own deadline', async () => {
    server = await scriptedPostgres(() => ({ silent: true }))
    const { url } = server
    const pool = new Pool({
      max: 1,
      pools: new Set(),
      connect: (listener) => openConnection(url, SESSION_OPTIONS, listener),
    })
    const { deadline, pass } = steeredDeadline()
    const ask = () =>
      pool.use(deadline, (connection) => connection.values({ text: 'select answer' }))
    const asked = Promise.allSettled([ask(), ask(), ask()])
    await untilReceived('select true')
    pass()
    for (const one of await asked) expect(one).toMatchObject({ reason: { code: 'OVERDUE' } })
    await pool.close()
  })
})

test('a statement is prepared once per connection, and run with its own values', async () => {
  const { database } = await openScripted(script)
  for (const name of ['one', 'two']) await database.all(named, { name })
  expect(server?.received.filter(([, text]) => text.includes('$1'))).toHaveLength(2)
})
