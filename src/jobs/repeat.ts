/** Work that a server does again and again, beside its requests. */
import type { Alarm, MonotonicMs } from '../market/clock'

export interface Job {
  /** As a log line names it. */
  readonly name: string
  readonly everyMs: number
  run(): Promise<void>
}

export interface JobDeps {
  readonly elapsedMs: MonotonicMs
  readonly after: Alarm
  /** A run rejected; the next one comes all the same. */
  readonly failed: (what: string, error: unknown) => void
}

export interface RunningJobs {
  /** Resolves when the runs under way have ended; no other begins. */
  stop(): Promise<void>
}

export function startJobs(jobs: readonly Job[], deps: JobDeps): RunningJobs {
  const running = jobs.map((job) => repeat(job, deps))
  return {
    async stop() {
      await Promise.all(running.map((job) => job.stop()))
    },
  }
}

/** A run begins `everyMs` after the last one began, or at once where that one took longer. */
export function repeat(job: Job, { elapsedMs, after, failed }: JobDeps): RunningJobs {
  const { name, everyMs } = job
  let cancelAlarm = (): void => {}
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  function runAfter(ms: number): void {
    cancelAlarm = after(ms, () => {
      const beganMs = elapsedMs()
      running = job
        .run()
        .catch((error: unknown) =>
          failed(`${name} failed; it runs every ${spoken(everyMs)}`, error),
        )
        .then(() => {
          if (!stopped) runAfter(Math.max(0, everyMs - (elapsedMs() - beganMs)))
        })
    })
  }

  runAfter(everyMs)
  return {
    async stop() {
      stopped = true
      cancelAlarm()
      await running
    },
  }
}

/** `900 ms`, `2.5 s`, `24 h` */
function spoken(ms: number): string {
  if (ms < 1_000) return `${ms} ms`
  return ms < 3_600_000 ? `${ms / 1_000} s` : `${ms / 3_600_000} h`
}
