/** Long reads take turns, and only a few run at a time. */
import { describe, expect, test } from 'bun:test'
import { queueWith } from '../../src/market/turns'

/** Work that the test ends. */
function workOf(began: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return {
    end: () => resolve(name),
    fail: () => reject(new Error(name)),
    work: () => {
      began.push(name)
      return promise
    },
  }
}

let nowMs = 0
const queueOf = (places: number) => queueWith({ places, waitMsMax: 5_000, elapsedMs: () => nowMs })

describe('a queue with two places', () => {
  test('begins work in its order, each when a place is free', async () => {
    const began: string[] = []
    const queue = queueOf(2)
    const works = ['first', 'second', 'third', 'fourth'].map((name) => workOf(began, name))
    const [first, second] = works.map(({ work }) => queue(work))
    expect(began).toEqual(['first', 'second'])
    works[1]?.end()
    expect(await second).toBe('second')
    expect(began).toEqual(['first', 'second', 'third'])
    works[0]?.end()
    expect(await first).toBe('first')
    expect(began).toEqual(['first', 'second', 'third', 'fourth'])
  })

  test('gives the place of work that fails to the next', async () => {
    const began: string[] = []
    const queue = queueOf(1)
    const [failing, next] = [workOf(began, 'failing'), workOf(began, 'next')]
    const failed = queue(failing.work).catch((error: Error) => error.message)
    const ended = queue(next.work)
    failing.fail()
    next.end()
    expect(await failed).toBe('failing')
    expect(await ended).toBe('next')
    expect(began).toEqual(['failing', 'next'])
  })

  test('[request.deadline] skips work that has waited for 5 s, and begins work that has waited for less', async () => {
    const began: string[] = []
    const queue = queueOf(1)
    const works = ['long', 'late', 'in time'].map((name) => workOf(began, name))
    const long = queue(() => works[0]?.work() ?? Promise.reject())
    const late = queue(() => works[1]?.work() ?? Promise.reject())
    nowMs += 1
    const inTime = queue(() => works[2]?.work() ?? Promise.reject())
    nowMs += 4_999
    for (const { end } of works) end()
    expect([await long, await late, await inTime]).toEqual(['long', 'late', 'in time'])
    expect(began).toEqual(['long', 'in time'])
  })
})
