/** Long reads take turns, and only so many are under way. */
import { describe, expect, test } from 'bun:test'
import { queueWith } from '../../src/market/turns'

/** Work that ends when it is said to. */
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

describe('a queue with two places', () => {
  test('begins work in its order, each when a place is free', async () => {
    const began: string[] = []
    const queue = queueWith(2)
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
    const queue = queueWith(1)
    const [failing, next] = [workOf(began, 'failing'), workOf(began, 'next')]
    const failed = queue(failing.work).catch((error: Error) => error.message)
    const ended = queue(next.work)
    failing.fail()
    next.end()
    expect(await failed).toBe('failing')
    expect(await ended).toBe('next')
    expect(began).toEqual(['failing', 'next'])
  })
})
