/** Tokens that ended long ago are deleted, at a start and daily: a server may run for months. */
import { atMs } from '../core/time'
import { deleteTokensExpiredBefore } from '../identity/tokens'
import { monotonicNowMs } from '../market/clock'
import type { Database } from '../store/database'
import { repeat } from './repeat'

const DAY_MS = 24 * 3_600_000
/** For a week an expired token is told apart from an unknown one. */
const EXPIRED_TOKENS_KEPT_MS = 7 * DAY_MS

export const forgetOldTokens = ({ drizzle }: Database, nowMs: () => number): Promise<void> =>
  deleteTokensExpiredBefore(drizzle, atMs(nowMs() - EXPIRED_TOKENS_KEPT_MS))

export const forgetOldTokensDaily = (
  database: Database,
  nowMs: () => number,
  failed: (error: unknown) => void,
) => repeat(DAY_MS, () => forgetOldTokens(database, nowMs), { elapsedMs: monotonicNowMs, failed })
