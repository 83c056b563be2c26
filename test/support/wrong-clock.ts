/**
 * Preloaded into a server's process: its wall clock is off by the milliseconds that a file says, as
 * if a machine's clock were set wrong. Its other clocks are right.
 */
import { readFileSync } from 'node:fs'

const file = process.env.CLOCK_OFF_BY_FILE ?? ''
const rightMs = Date.now // tidy: the clock that is made wrong
Object.assign(Date, { now: () => rightMs() + Number(readFileSync(file, 'utf8')) })
