/** Two batches under way at once: what the sequencer promises holds for both of them together. */
import { describe, expect, test } from 'bun:test'
import { noHolding } from '../../src/core/account/account'
import { atMs, type Instant } from '../../src/core/time'
import { OutcomeUnknown } from '../../src/postgres/errors'
import { LeaseLost } from '../../src/postgres/matcher-lease'
import { type Command, SequencerBusy } from '../../src/trading/command'
import type { Committed } from '../../src/trading/commit'

import { BATCH_MAX, openSequencer } from '../../src/trading/sequencer'
import { anAccount, anOrder } from '../support/examples'
import { below, oneOf, randomOf } from '../support/random'
import { settled, steeredBatches } from '../support/steered-batches'
import { steeredTime } from '../support/time'

class Fault extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

function openWorkers() {
  const { database, stale, steered, underWay } = steeredBatches()
  const time = steeredTime()
  const decided: string[] = []
  const notified: (string | null)[] = []
  let now: Instant = atMs(0)
  const sequencer = openSequencer({
    ...time,
    database,
    workers: 2,
    now: () => now,
    onCommitted: (committed: Committed | null) =>
      notified.push(committed?.events[0]?.accountId ?? null),
    failed: () => {},
  })
  const command = (accountId: string, name: string, ofMarket = false): Command<string> => ({
    accountId,
    ...(ofMarket && { fence: { term: '1' } }),
    decide(rows) {
      decided.push(name)
      if (name.includes('order')) {
        const order = anOrder({ accountId })
        const event = { accountId, seq: 1, order, fill: null }
        const holding = noHolding(accountId, order.symbol)
        rows.record({ account: anAccount({ accountId }), holding, order, event })
      }
      if (name.includes('lock')) rows.lock(anAccount({ accountId }), now)
      return name
    },
  })
  /** The outcome, or the name of the error. */
  const submit = (accountId: string, name: string, ofMarket = false): Promise<string> =>
    sequencer
      .submit(command(accountId, name, ofMarket))
      .catch((error: unknown) => (error instanceof Error ? error.name : ''))
  const many = (prefix: string, count: number): Promise<string>[] =>
    Array.from({ length: count }, (_, at) => submit(`${prefix}_${at}`, `${prefix} ${at}`))
  return {
    sequencer,
    time,
    stale,
    steered,
    underWay,
    decided,
    notified,
    submit,
    many,
    batch(at: number) {
      const found = underWay[at]
      if (found === undefined) throw new Error(`no batch ${at}, only ${underWay.length}`)
      return found
    },
    setNow: (ms: number) => {
      now = atMs(ms)
    },
  }
}

describe('the sequencer with two workers', () => {
  test('begins a second batch beside the first, and no third', async () => {
    const { underWay, many } = openWorkers()
    void many('A', 20)
    await settled()
    void many('B', 20)
    await settled()
    void many('C', 20)
    await settled()
    expect(underWay.map(({ accountIds }) => accountIds.length)).toEqual([20, 20])
  })

  test('begins a second batch for a single command beside another one', async () => {
    const { underWay, many } = openWorkers()
    void many('A', 1)
    await settled()
    void many('B', 1)
    await settled()
    expect(underWay.map(({ accountIds }) => accountIds)).toEqual([['A_0'], ['B_0']])
  })

  test('begins no batch beside another for fewer commands than soon come again', async () => {
    const { underWay, many, batch } = openWorkers()
    void many('A', 20)
    await settled()
    void many('B', 18)
    await settled()
    expect(underWay).toHaveLength(1)
    void many('D', 1)
    await settled()
    expect(underWay.map(({ accountIds }) => accountIds.length)).toEqual([20, 19])
    await batch(1).commit()
    void many('E', 8)
    await settled()
    expect(underWay).toHaveLength(1)
    await batch(0).commit()
    expect(underWay.map(({ accountIds }) => accountIds.length)).toEqual([8])
  })

  test('decides the commands of an account in the order of their arrival, whichever worker is free', async () => {
    const { underWay, decided, submit, batch, many } = openWorkers()
    void submit('X', 'x 1')
    void many('A', 7)
    await settled()
    void submit('X', 'x 2')
    void many('B', 7)
    void submit('X', 'x 3')
    await settled()
    expect(underWay[1]?.accountIds).not.toContain('X')
    void many('C', 8)
    await batch(1).commit()
    void submit('X', 'x 4')
    await settled()
    expect(decided.filter((name) => name.startsWith('x'))).toEqual(['x 1'])
    await batch(0).commit()
    while (underWay.length > 0) await batch(0).commit()
    expect(decided.filter((name) => name.startsWith('x'))).toEqual(['x 1', 'x 2', 'x 3', 'x 4'])
  })

  test('lets no command overtake one of the market for the same account', async () => {
    const { submit, batch, many, decided, underWay } = openWorkers()
    for (let at = 0; at < 8; at++) void submit(`M_${at}`, `m ${at}`, true)
    await settled()
    const later = [submit('M_0', 'tick of M', true), submit('M_0', 'order of M')]
    void many('B', 8)
    await settled()
    await batch(1).commit()
    expect(underWay).toHaveLength(1)
    await batch(0).commit()
    await batch(0).commit()
    expect(await Promise.all(later)).toEqual(['tick of M', 'order of M'])
    expect(decided.slice(-2)).toEqual(['tick of M', 'order of M'])
  })

  test('goes on in one worker while the other tries the halves of a failed batch', async () => {
    const { underWay, submit, batch, many } = openWorkers()
    const failing = [submit('X', 'x 1'), submit('Y', 'y 1'), submit('X', 'x 2')]
    await settled()
    await batch(0).fail(new Fault('23514'))
    expect(underWay.map(({ accountIds }) => accountIds)).toEqual([['X', 'Y']])
    const later = submit('X', 'x 3')
    void many('B', 8)
    await settled()
    expect(underWay.map(({ accountIds }) => accountIds.includes('X'))).toEqual([true, false])
    await batch(0).fail(new Fault('23514'))
    const ofX = () => underWay.find(({ accountIds }) => accountIds.includes('X'))
    await ofX()?.fail(new Fault('23514'))
    expect(await failing[0]).toBe('Error')
    // Y, then the second of X, while the other worker has its eight.
    for (const accountId of ['Y', 'X']) {
      const next = underWay.find(({ accountIds }) => accountIds.length === 1)
      expect(next?.accountIds).toEqual([accountId])
      await next?.commit()
    }
    while (underWay.length > 0) await batch(0).commit()
    expect(await Promise.all([...failing.slice(1), later])).toEqual(['y 1', 'x 2', 'x 3'])
  })

  const LOST = new OutcomeUnknown('no answer')

  test('answers what a statement has written whose answer was lost, once', async () => {
    const { underWay, submit, batch, steered, decided, notified } = openWorkers()
    steered.became = 'written'
    const order = submit('X', 'order of X')
    await settled()
    await batch(0).fail(LOST)
    expect(await order).toBe('order of X')
    expect([decided, notified]).toEqual([['order of X'], ['X']])
    expect(underWay).toEqual([])
  })

  test('decides again what such a statement has not written, and cannot write any more', async () => {
    const { submit, batch, steered, decided } = openWorkers()
    steered.became = 'unwritten'
    const order = submit('X', 'order of X')
    const later = submit('X', 'x 2')
    await settled()
    await batch(0).fail(LOST)
    await batch(0).commit()
    expect(await Promise.all([order, later])).toEqual(['order of X', 'x 2'])
    expect(decided).toEqual(['order of X', 'x 2', 'order of X', 'x 2'])
  })

  test('fails what nobody can be sure of, and decides again a mere answer and what is not in the log', async () => {
    const { submit, batch, steered, notified } = openWorkers()
    steered.became = 'unknown'
    const lock = submit('X', 'lock of X')
    const others = [submit('Y', 'y 1'), submit('Z', 'order of Z')]
    await settled()
    await batch(0).fail(LOST)
    expect(await lock).toBe('OutcomeUnknown')
    expect(notified).toEqual([null])
    await batch(0).commit()
    expect(await Promise.all(others)).toEqual(['y 1', 'order of Z'])
  })

  test('fails both workers’ commands if the connection is lost, and then goes on', async () => {
    const { underWay, submit, batch, many } = openWorkers()
    const failing = many('A', 8)
    await settled()
    failing.push(...many('B', 8))
    await settled()
    await batch(1).fail(new Fault('CONNECTION_LOST'))
    await batch(0).fail(new Fault('CONNECTION_LOST'))
    expect(new Set(await Promise.all(failing))).toEqual(new Set(['Error']))
    const next = submit('A_0', 'again')
    await settled()
    await batch(0).commit()
    expect(await next).toBe('again')
    expect(underWay).toEqual([])
  })

  test('carries out the clients’ commands of a batch that has lost the lease', async () => {
    const { underWay, submit, batch, many } = openWorkers()
    const [tick, order] = [submit('M', 'tick', true), submit('Y', 'y 1')]
    await settled()
    const others = many('B', 8)
    await settled()
    await batch(0).loseLease()
    expect(await tick).toBe(new LeaseLost().name)
    while (underWay.length > 0) await batch(0).commit()
    expect(await Promise.all([order, ...others])).toHaveLength(9)
    expect(await order).toBe('y 1')
  })

  test('[request.deadline] refuses for good what has waited 5 s for the other worker’s account', async () => {
    const { underWay, submit, batch, many, time, decided } = openWorkers()
    void submit('X', 'x 1')
    await settled()
    time.pass(1)
    void many('B', 8)
    const late = submit('X', 'x 2')
    await settled()
    await batch(1).commit()
    time.pass(5_100)
    expect(await late).toBe(new SequencerBusy().name)
    await batch(0).commit()
    expect(underWay).toEqual([])
    expect(decided).not.toContain('x 2')
  })

  test('decides the commands of an account that was not current again, before those that came since', async () => {
    const { stale, underWay, submit, batch, many, decided } = openWorkers()
    stale.add('X')
    const answers = [submit('X', 'x 1'), submit('Y', 'y 1'), submit('X', 'x 2')]
    await settled()
    answers.push(submit('X', 'x 3'))
    await batch(0).commit()
    expect(await answers[1]).toBe('y 1')
    stale.delete('X')
    void many('B', 8)
    await settled()
    while (underWay.length > 0) await batch(underWay.length - 1).commit()
    expect(await Promise.all(answers)).toEqual(['x 1', 'y 1', 'x 2', 'x 3'])
    const ofX = decided.filter((name) => name.startsWith('x'))
    expect(ofX).toEqual(['x 1', 'x 2', 'x 1', 'x 2', 'x 3'])
  })

  test('tries them at once, and after a short while if it is not current again', async () => {
    const { stale, underWay, submit, batch, time } = openWorkers()
    stale.add('X')
    const order = submit('X', 'x 1')
    await settled()
    await batch(0).commit()
    await settled()
    expect(underWay).toHaveLength(1)
    await batch(0).commit()
    await settled()
    expect(underWay).toEqual([])
    stale.delete('X')
    time.pass(2)
    await settled()
    await batch(0).commit()
    expect(await order).toBe('x 1')
  })

  test('keeps that order if more of its commands wait than a batch takes', async () => {
    const { stale, underWay, submit, batch, many, time, decided } = openWorkers()
    stale.add('X')
    for (let at = 1; at <= BATCH_MAX + 1; at++) void submit('X', `x ${at}`)
    await settled()
    for (let times = 0; times < 2; times++) await batch(0).commit()
    stale.delete('X')
    decided.length = 0
    time.pass(2)
    await settled()
    expect(decided).toHaveLength(BATCH_MAX)
    void submit('X', `x ${BATCH_MAX + 2}`)
    void many('B', BATCH_MAX)
    await settled()
    expect(underWay.map(({ accountIds }) => accountIds.includes('X'))).toEqual([true, false])
    await batch(1).commit()
    while (underWay.length > 0) await batch(0).commit()
    const ofX = decided.filter((name) => name.startsWith('x'))
    expect(ofX).toEqual(Array.from({ length: BATCH_MAX + 2 }, (_, at) => `x ${at + 1}`))
  })

  test('reports each batch in the order of the commits', async () => {
    const { underWay, submit, many, batch, notified } = openWorkers()
    void submit('X', 'order of X')
    await settled()
    void submit('Y', 'order of Y')
    void many('B', 7)
    await settled()
    expect(underWay).toHaveLength(2)
    await batch(1).commit()
    await batch(0).commit()
    expect(notified).toEqual(['Y', 'X'])
  })

  test('is committing until each batch is that was decided before the instant', async () => {
    for (const first of [0, 1]) {
      const { sequencer, many, batch, setNow } = openWorkers()
      setNow(10)
      void many('A', 8)
      await settled()
      setNow(20)
      void many('B', 8)
      await settled()
      const are: string[] = []
      expect(sequencer.committing(atMs(10))).toBeNull()
      void sequencer.committing(atMs(20))?.then(() => are.push('the earlier'))
      void sequencer.committing(atMs(21))?.then(() => are.push('both'))
      await batch(first).commit()
      expect(are).toEqual(first === 0 ? ['the earlier'] : [])
      expect(sequencer.committing(atMs(21))).not.toBeNull()
      await batch(0).commit()
      expect(are.toSorted()).toEqual(['both', 'the earlier'])
      expect(sequencer.committing(atMs(30))).toBeNull()
    }
  })

  test('is drained once both workers are, also if nobody waits for them any more', async () => {
    for (const first of [0, 1]) {
      const { sequencer, many, batch, time } = openWorkers()
      const unknown = many('A', 8)
      await settled()
      unknown.push(...many('B', 8))
      await settled()
      time.pass(5_100)
      expect(new Set(await Promise.all(unknown))).toEqual(new Set(['OutcomeUnknown']))
      let isDrained = false
      void sequencer.drained().then(() => {
        isDrained = true
      })
      await batch(first).commit()
      expect(isDrained).toBe(false)
      await batch(0).commit()
      expect(isDrained).toBe(true)
    }
  })
})

/** What can befall a batch; nothing: it commits. */
const FAULTS = [
  () => null,
  () => null,
  () => null,
  () => new Fault('23514'),
  () => new Fault('CONNECTION_LOST'),
  () => new OutcomeUnknown('no answer'),
]

test('whatever comes, commits and fails, no account is in two batches and each keeps its order', async () => {
  let [mostAtOnce, done, failed] = [0, 0, 0]
  for (let seed = 1; seed <= 20; seed++) {
    const random = randomOf(seed)
    const { stale, underWay, decided, submit, time } = openWorkers()
    const names = new Map<string, string[]>()
    const answers: Promise<string>[] = []
    const come = (): void => {
      const accountId = `X_${below(random, 12)}`
      const ofAccount = names.get(accountId) ?? []
      names.set(accountId, ofAccount)
      const name = `${accountId} ${ofAccount.length}`
      ofAccount.push(name)
      answers.push(submit(accountId, name, below(random, 4) === 0))
    }
    const endOne = async (fault: Error | null): Promise<void> => {
      const batch = underWay[below(random, underWay.length)]
      await (fault === null ? batch?.commit() : batch?.fail(fault))
    }
    for (let step = 0; step < 60; step++) {
      const choice = below(random, 5)
      if (choice <= 1) for (let left = below(random, 24); left > 0; left--) come()
      else if (choice <= 3) await endOne(oneOf(random, FAULTS)())
      else {
        stale.clear()
        if (below(random, 2) === 0) stale.add(`X_${below(random, 12)}`)
        time.pass(below(random, 40))
      }
      await settled()
      const locked = underWay.flatMap(({ accountIds }) => [...new Set(accountIds)])
      expect(locked).toHaveLength(new Set(locked).size)
      mostAtOnce = Math.max(mostAtOnce, underWay.length)
    }
    stale.clear()
    const all = Promise.all(answers).then(() => 'all')
    while ((await Promise.race([all, Promise.resolve('some')])) === 'some') {
      time.pass(20)
      await settled()
      await endOne(null)
    }
    const outcomes = new Set(await Promise.all(answers))
    for (const ofAccount of names.values()) {
      const carriedOut = ofAccount.filter((name) => outcomes.has(name))
      const at = carriedOut.map((name) => decided.lastIndexOf(name))
      expect(at).toEqual(at.toSorted((one, other) => one - other))
      done += carriedOut.length
      failed += ofAccount.length - carriedOut.length
    }
  }
  expect(mostAtOnce).toBe(2)
  expect(done).toBeGreaterThan(failed)
})
