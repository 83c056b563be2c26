/**
 * The load: a process of its own, so that its time is not the server's. Takes its task as JSON in
 * the first argument and prints what it counted as JSON.
 */
import { converse } from './http-client'
import { requestsOf, type Workload } from './requests'

export interface Task {
  readonly origin: string
  readonly workload: Workload
  /** The warm-up of the generator. The server answers its requests too. */
  readonly warmUpSeconds: number
  readonly seconds: number
  /** Different for each run. */
  readonly run: string
  /** One for each connection; an empty one leaves its connection out. */
  readonly tokens: readonly string[]
}

export interface Counted {
  /** Answers of status 200 in the measured time. */
  readonly perSecond: number
  /** Answers of status 200 since the start, the warm-up included. */
  readonly answered: number
  /** Answers of another status, since the start. */
  readonly errors: number
  readonly firstError: string | null
  readonly p50Ms: number
  readonly p99Ms: number
  /** This process's share of one core while it measured: 0.25 is a quarter of a core. */
  readonly coresUsed: number
}

async function generate(task: Task): Promise<Counted> {
  const { hostname: host, port } = new URL(task.origin)
  const count = counter()
  const measureFromMs = performance.now() + task.warmUpSeconds * 1_000
  const untilMs = measureFromMs + task.seconds * 1_000
  const cpu = elapse(task.warmUpSeconds * 1_000).then(async () => {
    const before = process.cpuUsage()
    await elapse(task.seconds * 1_000)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / (task.seconds * 1e6)
  })
  await Promise.all(
    task.tokens.map((token, connection) => {
      if (token === '') return undefined
      const request = requestsOf(task.workload, { connection, token, run: task.run })
      let askedAtMs = 0
      return converse({
        host,
        port: Number(port),
        next() {
          askedAtMs = performance.now()
          return askedAtMs < untilMs ? request() : null
        },
        answered({ status, body }) {
          const nowMs = performance.now()
          const measured = nowMs >= measureFromMs && nowMs < untilMs
          count.answer(status, body, measured ? nowMs - askedAtMs : null)
        },
      })
    }),
  )
  return { ...count.totals(task.seconds), coresUsed: await cpu }
}

const elapse = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function counter() {
  const tookMs: number[] = []
  let answered = 0
  let errors = 0
  let firstError: string | null = null
  return {
    /** `ms` is null outside of the measured time. */
    answer(status: number, body: string, ms: number | null): void {
      if (status !== 200) {
        errors++
        firstError ??= `${status} ${body}`
        return
      }
      answered++
      if (ms !== null) tookMs.push(ms)
    },
    totals(seconds: number): Omit<Counted, 'coresUsed'> {
      const sorted = Float64Array.from(tookMs).sort()
      const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0
      return {
        perSecond: sorted.length / seconds,
        answered,
        errors,
        firstError,
        p50Ms: at(0.5),
        p99Ms: at(0.99),
      }
    },
  }
}

if (import.meta.main) {
  // safe: it is only started by the benchmark, and `processes.ts` has written it from a Task.
  const task = JSON.parse(process.argv[2] ?? '') as Task
  console.log(JSON.stringify(await generate(task)))
}
