/**
 * Preloaded into processes whose system clocks agree with each other, but not with the world's: at
 * MONDAY_SINCE_MS it was a Monday, 10:00 in New York.
 */
import { Temporal } from '../../src/core/time'
import { wallNowMs } from '../../src/market/clock'

const now = Object.getOwnPropertyDescriptor(Date, 'now')?.value ?? wallNowMs
const monday = Temporal.Instant.from('2026-03-02T10:00:00-05:00').epochMilliseconds
const ahead = monday - Number(process.env.MONDAY_SINCE_MS)
Object.assign(Date, { now: (): number => now() + ahead })
