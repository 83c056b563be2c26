/** Periodic background work of a server. */
import { atMs, DAY_MS } from '../../core/time'
import { deleteSignInCodesExpiredBefore } from '../../identity/console-sign-in'
import { deleteSessionsEndedBefore } from '../../identity/sessions'
import { deleteTokensExpiredBefore, type LastUses } from '../../identity/tokens'
import type { Alarm, MonotonicMs } from '../../market/clock'
import type { Database } from '../../postgres/database'

export interface Job {
  /** The name in the log. */
  readonly name: string
  readonly everyMs: number
  run(): Promise<void>
}

export interface JobDeps {
  readonly elapsedMs: MonotonicMs
  readonly after: Alarm
  /** Called when a run rejects. The next run still happens. */
  readonly failed: (what: string, error: unknown) => void
}

export interface RunningJobs {
  /** Starts no more runs, and resolves when the current ones have ended. */
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

/** Begins a run `everyMs` after the last one began, or at once if the last one took longer. */
function repeat(job: Job, { elapsedMs, after, failed }: JobDeps): RunningJobs {
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
          failed(`${name} failed; it runs every ${durationText(everyMs)}`, error),
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
function durationText(ms: number): string {
  if (ms < 1_000) return `${ms} ms`
  return ms < 3_600_000 ? `${ms / 1_000} s` : `${ms / 3_600_000} h`
}

/** Changes must be visible within 5 s, of which half is for a slow reload. */
const REFRESH_EVERY_MS = 2_500

interface Refreshable {
  refresh(): Promise<unknown>
}

/**
 * Reloads data that other processes of the database may have changed. Without it, the first request
 * after an idle hour would get data of an hour ago.
 */
export const refreshJob = (what: string, refreshable: Refreshable): Job => ({
  name: `refresh-${what}`,
  everyMs: REFRESH_EVERY_MS,
  run: async () => void (await refreshable.refresh()),
})

const NOTE_EVERY_MS = 30_000

/** Writes the times at which clients were last used [console.last-used]. */
export const noteLastUsesJob = (uses: LastUses): Job => ({
  name: 'note-last-uses',
  everyMs: NOTE_EVERY_MS,
  run: uses.write,
})

/** Expired tokens stay for a week, and are refused with `expired-token`, not `invalid-token`. */
const EXPIRED_TOKENS_MAX_AGE_MS = 7 * DAY_MS

/** Deletes old expired tokens, and ended sessions and links of the console, once a day. */
export const forgetTokensJob = ({ drizzle }: Database, nowMs: () => number): Job => ({
  name: 'forget-tokens',
  everyMs: DAY_MS,
  async run() {
    await deleteTokensExpiredBefore(drizzle, atMs(nowMs() - EXPIRED_TOKENS_MAX_AGE_MS))
    await deleteSessionsEndedBefore(drizzle, atMs(nowMs()))
    await deleteSignInCodesExpiredBefore(drizzle, atMs(nowMs()))
  },
})
