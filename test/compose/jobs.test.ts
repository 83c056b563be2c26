/** Jobs, with a clock that the test moves. */
import { expect, test } from 'bun:test'
import { type Job, startJobs } from '../../src/server/jobs/jobs'
import { steeredTime } from '../support/time'

/** Lets the callbacks of resolved promises run. */
const settle = () => new Promise((resume) => setImmediate(resume))

function jobOf(run: () => Promise<void>) {
  const time = steeredTime()
  const failures: [string, unknown][] = []
  const job: Job = { name: 'count', everyMs: 2_500, run }
  const failed = (what: string, error: unknown) => failures.push([what, error])
  return { time, failures, jobs: startJobs([job], { ...time, failed }) }
}

test('a job runs once in each of its periods, and never at the start', async () => {
  let runs = 0
  const { time, jobs } = jobOf(async () => void runs++)
  time.pass(2_499)
  expect(runs).toBe(0)
  for (let periods = 1; periods <= 4; periods++) {
    time.pass(periods === 1 ? 1 : 2_500)
    await settle()
    expect(runs).toBe(periods)
  }
  await jobs.stop()
  time.pass(10_000)
  expect(runs).toBe(4)
})

test('a job that fails is reported by its name, and runs again', async () => {
  const fault = new Error('no connection')
  const { time, failures, jobs } = jobOf(() => Promise.reject(fault))
  for (let periods = 1; periods <= 2; periods++) {
    time.pass(2_500)
    await settle()
  }
  await jobs.stop()
  const line = 'count failed; it runs every 2.5 s'
  expect(failures).toEqual([
    [line, fault],
    [line, fault],
  ])
})

test('a job longer than its period runs again at once, and never twice at a time', async () => {
  let ended: (() => void)[] = []
  let runs = 0
  const { time, jobs } = jobOf(() => {
    runs++
    return new Promise((end) => ended.push(end))
  })
  time.pass(2_500)
  time.pass(10_000)
  expect(runs).toBe(1)
  for (const end of ended) end()
  ended = []
  await settle()
  time.pass(0)
  expect(runs).toBe(2)
  for (const end of ended) end()
  await jobs.stop()
})

test('stopping the jobs waits for the run that is under way', async () => {
  let end = () => {}
  let stopped = false
  const { time, jobs } = jobOf(() => new Promise((resume) => (end = resume)))
  time.pass(2_500)
  const stopping = jobs.stop().then(() => (stopped = true))
  await settle()
  expect(stopped).toBe(false)
  end()
  await stopping
})
