/** Work that a server does again and again, beside its requests. */
import { atMs, DAY_MS } from '../../core/time'
import { deleteSessionsEndedBefore } from '../../identity/sessions'
import { deleteSignInCodesExpiredBefore } from '../../identity/sign-in-codes'
import type { LastUses } from '../../identity/tokens'
import { deleteTokensExpiredBefore } from '../../identity/tokens'
import type { Alarm, MonotonicMs } from '../../market/clock'
import type { Database } from '../../postgres/database'

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

/** Changes are seen within 5 s, which leaves a slow reload half of that. */
const REFRESH_EVERY_MS = 2_500

interface Refreshable {
  refresh(): Promise<void>
}

/**
 * Reloads what other processes of the same database change, on a timer. Without it, the first
 * request after an idle hour would get data of an hour ago.
 */
export const refreshJob = (what: string, refreshable: Refreshable): Job => ({
  name: `refresh-${what}`,
  everyMs: REFRESH_EVERY_MS,
  run: refreshable.refresh,
})

const NOTE_EVERY_MS = 30_000

/** Writes when clients were last used [console.last-used]. */
export const noteLastUsesJob = (uses: LastUses): Job => ({
  name: 'note-last-uses',
  everyMs: NOTE_EVERY_MS,
  run: uses.write,
})

/** Kept a week past expiry, so that the answer is `expired-token` and not `invalid-token`. */
const EXPIRED_TOKENS_KEPT_MS = 7 * DAY_MS

/**
 * Deletes tokens that expired long ago, and sessions and links of the console that have ended,
 * daily: a server may run for months.
 */
export const forgetTokensJob = ({ drizzle }: Database, nowMs: () => number): Job => ({
  name: 'forget-tokens',
  everyMs: DAY_MS,
  async run() {
    await deleteTokensExpiredBefore(drizzle, atMs(nowMs() - EXPIRED_TOKENS_KEPT_MS))
    await deleteSessionsEndedBefore(drizzle, atMs(nowMs()))
    await deleteSignInCodesExpiredBefore(drizzle, atMs(nowMs()))
  },
})
