/**
 * Sessions of a real PostgreSQL, one for each transaction and each read that a world has open. The
 * seed says whose next statement is sent; the next one goes when that one is answered, or waits for
 * a lock, and everybody has asked what they ask next. So statements of open transactions come in
 * any order, row locks and snapshots are PostgreSQL's own, and a seed is always the same world.
 *
 * If two statements waited, PostgreSQL alone would choose the first. So only one waits there.
 * Others that would wait are taken back, and sent again once any lock is free.
 */
import { atMs } from '../../src/core/time'
import type { Values } from '../../src/postgres/connection'
import { type StatementRunner, valuesOf } from '../../src/postgres/statement'
import type { Backends } from './backends'
import { isBuilt } from './builder'
import {
  Ended,
  isInCircle,
  newQuestion,
  newSession,
  type Question,
  type Session,
  type UnderWay,
} from './open-session'
import { type Choices, type Sessions, Undo } from './sessions'

/** PostgreSQL's default, and the server's own limit; here of the world's time. */
const DEADLOCK_AFTER_MS = 1_000
const LOCK_WAIT_MS_MAX = 2_000

/** Rounds of the event loop in which nobody asks anything: all wait for an answer, or the time. */
const QUIET_ROUNDS = 6
/** Real milliseconds until it is looked whether a statement waits for a lock. */
const LOOK_AFTER_MS = 2

const turn = (): Promise<void> => new Promise((resume) => setImmediate(resume))

export interface Deps {
  readonly backends: Backends
  readonly nowMs: () => number
  /** Waits by the world's time. */
  readonly wait: (ms: number) => Promise<void>
  readonly choices: Choices
}

export function manySessions({ backends, nowMs, wait, choices }: Deps): Sessions {
  const sessions = new Set<Session>()
  const overdue: (() => Promise<void>)[] = []
  const lines = new Map<string, Promise<unknown>>()
  /** They go on when so many statements are answered. */
  let coming: readonly { readonly until: number; readonly goOn: () => void }[] = []
  let told = 0
  let last: Session | null = null
  let serving: PromiseWithResolvers<void> | null = null
  let isClosed = false
  /** Locks have become free so often. */
  let releases = 0
  let asked = 0

  function ask(session: Session, text: string, values: Question['values'] = []): Promise<Values> {
    if (session.failed !== null) return Promise.reject(session.failed)
    return new Promise((answer, fail) => {
      asked++
      session.waiting.push(newQuestion({ text, values, answer, fail }))
      void serve()
    })
  }

  async function serve(): Promise<void> {
    if (serving !== null) return
    serving = Promise.withResolvers()
    for (;;) {
      await quiet()
      const next = overdue.shift() ?? chosen()
      if (next === null) {
        if (coming.length === 0) break
        told = Math.min(...coming.map(({ until }) => until))
      }
      await next?.()
      await settled()
      for (let each = answered(); each !== undefined; each = answered()) await tell(each)
      const due = coming.filter(({ until }) => until <= told)
      coming = coming.filter(({ until }) => until > told)
      for (const { goOn } of due) goOn()
    }
    serving.resolve()
    serving = null
  }

  const answered = (): Session | undefined =>
    [...sessions].find(({ underWay }) => underWay !== null && underWay.outcome !== null)

  async function quiet(): Promise<void> {
    let before = asked
    for (let rounds = 0; rounds < QUIET_ROUNDS; rounds++) {
      await turn()
      if (asked !== before) rounds = 0
      before = asked
    }
  }

  function chosen(): (() => Promise<void>) | null {
    const ready = [...sessions].filter(({ underWay, waiting: [first] }) => {
      if (underWay !== null || first === undefined) return false
      return first.heldAt === null || first.heldAt < releases
    })
    if (ready.length === 0 || isClosed) return null
    const goesOn = ready.find((session) => session === last)
    const drawn =
      goesOn !== undefined && !choices.letsIn() ? goesOn : ready[choices.next(ready.length)]
    if (drawn === undefined) return null
    if (last !== drawn && last?.isTransaction && sessions.has(last)) choices.count('interleaved')
    last = drawn
    return () => send(drawn)
  }

  async function send(session: Session): Promise<void> {
    const question = session.waiting.shift()
    if (question === undefined) return
    const { text, values } = question
    const isFirst = session.backend === null
    const backend = session.backend ?? (await backends.borrow())
    session.backend = backend
    const before = (text: string) => backend.values({ text }).catch(() => {})
    if (isFirst && session.isTransaction) void before('begin')
    if (session.isTransaction && isAnyBlocked()) void before('savepoint held')
    if (text.includes('clock_timestamp')) {
      const now = atMs(Math.floor(nowMs())).toString()
      void before(`select set_config('simulation.now', '${now}', false)`)
    }
    const { promise: answered, resolve } = Promise.withResolvers<void>()
    const sent: UnderWay = { question, outcome: null, answered, isBlocked: false, endedAs: null }
    session.underWay = sent
    backend
      .values({ text, values, prepare: !isBuilt(text) })
      .then(
        (rows) => {
          sent.outcome = { rows }
        },
        (error: unknown) => {
          sent.outcome = { error }
        },
      )
      .then(resolve)
  }

  /** All that was sent is answered, or waits for a lock. */
  async function settled(): Promise<void> {
    for (;;) {
      const left = [...sessions].filter(({ underWay }) => underWay?.outcome === null)
      if (left.length === 0) return
      const fresh = left.flatMap(({ underWay }) =>
        underWay === null || underWay.isBlocked ? [] : [underWay.answered],
      )
      if (fresh.length > 0) await Promise.race([Promise.all(fresh), Bun.sleep(LOOK_AFTER_MS)])
      if (fresh.length > 0 && left.every(({ underWay }) => underWay?.outcome !== null)) return
      const blocked = await backends.blocked()
      const isSo = left.every(
        ({ underWay, backend }) =>
          underWay?.outcome === null && backend !== null && blocked.has(backend.pid),
      )
      if (!isSo) continue
      const [newly] = left.filter(({ underWay }) => underWay?.isBlocked === false)
      if (newly === undefined) return
      await block(newly)
    }
  }

  const isAnyBlocked = (): boolean => [...sessions].some(({ underWay }) => underWay?.isBlocked)

  async function block(session: Session): Promise<void> {
    const { underWay, backend } = session
    if (underWay === null || backend === null) return
    const { question } = underWay
    session.waitsFor = await backends.blocking(backend.pid)
    if (isAnyBlocked() && session.isTransaction) {
      await backends.cancel(backend.pid)
      await underWay.answered
      await backend.values({ text: 'rollback to held' })
      session.underWay = null
      session.waiting.unshift(question)
      question.heldAt = releases
    } else underWay.isBlocked = true
    if (question.hasWaited) return
    question.hasWaited = true
    choices.count('waits for a lock')
    void endAfter(DEADLOCK_AFTER_MS, '40P01', session, question)
    void endAfter(LOCK_WAIT_MS_MAX, '55P03', session, question)
  }

  async function endAfter(
    ms: number,
    code: string,
    session: Session,
    question: Question,
  ): Promise<void> {
    await wait(ms)
    if (question.isOver) return
    overdue.push(async () => {
      const { underWay, backend } = session
      if (question.isOver || backend === null) return
      if (underWay === null && question.heldAt !== releases) {
        // It is sent again now.
        question.hasWaited = false
        return
      }
      if (code === '40P01' && !isInCircle(backend.pid, sessions, releases)) return
      choices.count(`ended by ${code}`)
      if (underWay !== null) {
        underWay.endedAs = code
        await backends.cancel(backend.pid)
        await underWay.answered
      } else await fail(session, session.waiting.shift() ?? question, new Ended(code))
    })
    void serve()
  }

  async function tell(session: Session): Promise<void> {
    const { underWay } = session
    if (underWay === null || underWay.outcome === null) return
    session.underWay = null
    told++
    const { question, outcome, endedAs } = underWay
    if ('rows' in outcome) {
      if (/^(?:commit|rollback)$/.test(question.text) || !session.isTransaction) releases++
      question.isOver = true
      question.answer(outcome.rows)
    } else {
      const error = endedAs === null ? outcome.error : new Ended(endedAs, outcome.error)
      await fail(session, question, error)
    }
  }

  /** As a connection of the server's own it is not used any more. */
  async function fail(session: Session, question: Question, error: unknown): Promise<void> {
    session.failed = error
    await session.backend?.values({ text: 'rollback' })
    releases++
    // What waited for its locks goes on.
    await settled()
    for (const one of [question, ...session.waiting.splice(0)]) {
      one.isOver = true
      one.fail(error)
    }
  }

  function open(isTransaction: boolean): Session {
    const session = newSession(isTransaction)
    sessions.add(session)
    return session
  }

  function over(session: Session): void {
    sessions.delete(session)
    if (session.backend !== null) backends.giveBack(session.backend)
  }

  const runnerOf = (session: Session): StatementRunner => ({
    async all(statement, parameters) {
      const rows = await ask(session, statement.text, valuesOf(statement, parameters))
      return rows.map(statement.decode)
    },
  })

  async function endWith(session: Session, text: 'commit' | 'rollback'): Promise<void> {
    try {
      // Nothing was sent before: then there is nothing to end.
      const isBegun = session.backend !== null || session.waiting.length > 0
      if (isBegun && session.failed === null) await ask(session, text)
    } finally {
      over(session)
    }
  }

  async function read<T>(work: (runner: StatementRunner) => Promise<T>): Promise<T> {
    const session = open(false)
    try {
      return await work(runnerOf(session))
    } finally {
      over(session)
    }
  }

  async function transact<T>(work: (runner: StatementRunner) => Promise<T>): Promise<T> {
    const session = open(true)
    let value: T
    try {
      value = await work(runnerOf(session))
    } catch (error) {
      const rolledBack = endWith(session, 'rollback').catch(() => {})
      if (!(error instanceof Undo && error.isForsaken)) await rolledBack
      throw error
    }
    await endWith(session, 'commit')
    return value
  }

  return {
    get busy() {
      return serving?.promise ?? null
    },
    read,
    async transaction(line, work) {
      if (line === null) return transact(work)
      const done = Promise.resolve(lines.get(line)).then(() => transact(work))
      lines.set(
        line,
        done.catch(() => {}),
      )
      return done
    },
    elapse: (statements) =>
      new Promise((goOn) => {
        coming = [...coming, { until: told + statements, goOn }]
        void serve()
      }),
    async close() {
      isClosed = true
      coming = []
      await serving?.promise
      for (const { backend } of sessions) if (backend !== null) await backends.end(backend)
      sessions.clear()
    },
  }
}
