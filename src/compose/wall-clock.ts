/** The machine's clock for everything that is stamped, watched for jumps that are not followed. */
import type { Job } from '../jobs/jobs'
import { steadyClock } from '../market/steady-clock'
import type { Time } from './time'

const LOOK_EVERY_MS = 2_000
/** Clocks that are further apart are reported. */
const APART_MS_MAX = 5_000

const FOLLOWED_AGAIN = 'this machine’s clock is followed again'

export interface WallClock {
  /** Milliseconds since 1970. */
  nowMs(): number
  notices(): readonly string[]
  /** Reports jumps, and how far the database's clock is apart. */
  readonly watching: Job
}

export interface WallClockDeps {
  readonly time: Time
  /** Null: the database has the machine's own clock. */
  readonly databaseNowMs: (() => Promise<number>) | null
  readonly report: (line: string) => void
}

export async function openWallClock(deps: WallClockDeps): Promise<WallClock> {
  const clock = steadyClock({
    wallMs: deps.time.wallNowMs,
    elapsedMs: deps.time.elapsedMs,
    uptimeMs: deps.time.uptimeMs,
  })
  let aheadOfDatabaseMs = 0
  let jumped = false
  let apart = false

  const isApart = (): boolean => Math.abs(aheadOfDatabaseMs) > APART_MS_MAX
  const jumpNotice = (): string =>
    `this machine’s clock has jumped ${spoken(clock.apartMs ?? 0)}, which is not followed`
  const apartNotice = (): string =>
    `this machine’s clock is ${spoken(aheadOfDatabaseMs)}, by the database’s`

  function report(line: string): void {
    deps.report(`clock         ${line}`)
  }

  async function look(): Promise<void> {
    clock.nowMs()
    const isJumped = clock.apartMs !== null
    if (isJumped !== jumped) report(isJumped ? jumpNotice() : FOLLOWED_AGAIN)
    jumped = isJumped
    const databaseMs = await deps.databaseNowMs?.()
    if (databaseMs === undefined) return
    clock.compareWith(databaseMs)
    aheadOfDatabaseMs = clock.nowMs() - databaseMs
    if (isApart() && !apart) report(apartNotice())
    apart = isApart()
  }

  await look()
  return {
    nowMs: clock.nowMs,
    notices: () => [
      ...(clock.apartMs === null ? [] : [jumpNotice()]),
      ...(isApart() ? [apartNotice()] : []),
    ],
    watching: { name: 'watch-clock', everyMs: LOOK_EVERY_MS, run: look },
  }
}

function spoken(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1_000).toLocaleString('en-US')
  return `${seconds} s ${ms > 0 ? 'ahead' : 'behind'}`
}
