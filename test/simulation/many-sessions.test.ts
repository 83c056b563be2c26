/** Transactions that are open at the same time, each in a session of its own. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { codeOf } from '../../src/postgres/errors'
import type { Statement, StatementRunner } from '../../src/postgres/statement'
import { hasPostgres } from '../support/storage'
import { type Ground, postgres } from './grounds'
import { Undo } from './sessions'

const sql = (text: string): Statement<never, number> => ({
  text,
  names: [],
  isLong: false,
  decode: ([number]) => Number(number),
})
const read = (runner: StatementRunner) => runner.all(sql('select number from numbers'), {})
const add = (runner: StatementRunner, id: number, number: number) =>
  runner.all(
    sql(`update numbers set number = number + ${number} where id = ${id} returning number`),
    {},
  )

describe.skipIf(!hasPostgres)('sessions of a simulated world', () => {
  let ground: Ground
  const alarms: (() => void)[] = []
  const counted: string[] = []

  beforeAll(async () => {
    ground = await postgres()
    await ground.database.drizzle.execute('create table numbers (id integer, number integer)')
    await ground.database.drizzle.execute('insert into numbers values (1, 0), (2, 0)')
  })
  afterAll(() => ground.close())

  /** They take turns. `waits`: called whenever one waits for a lock. */
  function takingTurns(waits = () => {}) {
    counted.length = 0
    alarms.length = 0
    let turns = 0
    return ground.sessions({
      nowMs: () => 0,
      wait: () => new Promise((ring) => alarms.push(ring)),
      choices: {
        next: (count) => turns++ % count,
        letsIn: () => true,
        count(what) {
          counted.push(what)
          if (what === 'waits for a lock') waits()
        },
      },
    })
  }

  test('a statement that another transaction blocks waits, while others go on', async () => {
    const { transaction, read: reading } = takingTurns()
    const change = (name: string) =>
      transaction(name, async (runner) => {
        const [added] = await add(runner, 1, 1)
        await read(runner)
        return added
      })
    const seen = reading(read)
    const added = await Promise.all([change('one'), change('two')])
    expect(added.toSorted()).toEqual([1, 2])
    expect(await seen).toEqual([0, 0])
    expect(counted).toContain('waits for a lock')
    expect(counted).toContain('interleaved')
  })

  test('of transactions that wait for each other one is ended, once its time is over', async () => {
    let waiting = 0
    const { transaction } = takingTurns(() => {
      if (++waiting === 2) circle.resolve()
    })
    const circle = Promise.withResolvers<void>()
    const both = (name: string, first: number, second: number) =>
      transaction(name, async (runner) => {
        await add(runner, first, 1)
        await read(runner)
        await add(runner, second, 1)
      })
    const ended = Promise.allSettled([both('one', 1, 2), both('two', 2, 1)])
    await circle.promise
    for (const ring of alarms) ring()
    const failures = (await ended).filter((one) => one.status === 'rejected')
    expect(failures.map(({ reason }) => codeOf(reason))).toEqual(['40P01'])
  })

  test('whoever gives up a transaction does not wait until its locks are free', async () => {
    const { transaction } = takingTurns()
    const given = transaction('one', async (runner) => {
      await add(runner, 1, 1)
      throw new Undo(new Error('the connection is lost'), true)
    })
    const undone = await given.catch((error: unknown) => error)
    expect(undone instanceof Undo).toBe(true)
    const before = await ground.database.all(sql('select number from numbers where id = 1'), {})
    await transaction('one', (runner) => add(runner, 1, 1))
    const after = await ground.database.all(sql('select number from numbers where id = 1'), {})
    expect(Number(after[0]) - Number(before[0])).toBe(1)
  })

  test('the clock of a session is that of the world', async () => {
    const { read: reading } = takingTurns()
    const [seconds] = await reading((runner) =>
      runner.all(sql('select extract(epoch from clock_timestamp())'), {}),
    )
    expect(seconds).toBe(0)
  })
})
