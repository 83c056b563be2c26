/**
 * Deletes tokens that expired long ago, and sessions and links of the console that have ended,
 * daily: a server may run for months.
 */
import { atMs, DAY_MS } from '../core/time'
import { deleteSessionsEndedBefore } from '../identity/sessions'
import { deleteSignInCodesExpiredBefore } from '../identity/sign-in-codes'
import { deleteTokensExpiredBefore } from '../identity/tokens'
import type { Database } from '../store/database'
import type { Job } from './repeat'

/** Kept a week past expiry, so that the answer is `expired-token` and not `invalid-token`. */
const EXPIRED_TOKENS_KEPT_MS = 7 * DAY_MS

export const forgetTokensJob = ({ drizzle }: Database, nowMs: () => number): Job => ({
  name: 'forget-tokens',
  everyMs: DAY_MS,
  async run() {
    await deleteTokensExpiredBefore(drizzle, atMs(nowMs() - EXPIRED_TOKENS_KEPT_MS))
    await deleteSessionsEndedBefore(drizzle, atMs(nowMs()))
    await deleteSignInCodesExpiredBefore(drizzle, atMs(nowMs()))
  },
})
