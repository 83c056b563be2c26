/** The machine: Bun, time zones, the limit of open files, the clock. */
import { readFile } from 'node:fs/promises'
import { NEW_YORK, Temporal } from '../../core/time'
import { type Diagnosis, doubtful, right, wrong } from './diagnosis'

/** As package.json says in `engines`. */
const BUN_MIN = '1.4.0'
/** A connection of a bot is an open file, and so is each of the database's. */
const FILES_MIN = 4_096

export const checkMachine = async (): Promise<readonly Diagnosis[]> => [
  checkBun(Bun.version),
  checkTimeZones(),
  ...checkFiles(await readFile('/proc/self/limits', 'utf8').catch(() => null)),
]

export const checkBun = (version: string): Diagnosis =>
  Bun.semver.satisfies(version, `>=${BUN_MIN}`)
    ? right('Bun', version)
    : wrong('Bun', `${version} is too old`, `install ${BUN_MIN} or later: bun upgrade`)

/** A system without time zone data would put New York's hours into UTC. */
function checkTimeZones(): Diagnosis {
  const july = Temporal.Instant.from('2026-07-01T12:00Z').toZonedDateTimeISO(NEW_YORK)
  const january = Temporal.Instant.from('2026-01-01T12:00Z').toZonedDateTimeISO(NEW_YORK)
  return july.offset === '-04:00' && january.offset === '-05:00'
    ? right('time zones', 'New York has its summer and winter time')
    : wrong('time zones', `New York is at ${july.offset} in July`, 'use a Bun with full ICU data')
}

/** `limits`: /proc/self/limits; null where there is no such file. */
export function checkFiles(limits: string | null): readonly Diagnosis[] {
  const [, soft] = /^Max open files +(\S+)/m.exec(limits ?? '') ?? []
  if (soft === undefined) return []
  return soft === 'unlimited' || Number(soft) >= FILES_MIN
    ? [right('open files', `up to ${soft}`)]
    : [doubtful('open files', `only up to ${soft}`, `raise the limit: ulimit -n ${FILES_MIN}`)]
}

/** Of the system clock against another one. */
const SKEW_MS_MAX = 3_000

export const checkClock = (ownMs: number, otherMs: number, whose: string): Diagnosis => {
  const seconds = ((ownMs - otherMs) / 1_000).toFixed(1)
  return Math.abs(ownMs - otherMs) <= SKEW_MS_MAX
    ? right('clock', `agrees with ${whose}`)
    : doubtful(
        'clock',
        `${seconds} s ahead of ${whose}`,
        'synchronise both by NTP: the market goes by the clock of the server that moves it',
      )
}
