/**
 * Reports the damaged pages of a running server [durability.damage]. Failed statements find some. A
 * scan in the background finds the others, since a start checks only a part of a large folder.
 *
 * Detects standstills of the event loop, to estimate when a request arrived [request.deadline].
 *
 * While the loop stands still, in a long statement of the embedded database or because the system
 * has stopped the process, requests wait in their sockets, and the kernel does not report for how
 * long. A request that is read after a standstill may have arrived at its beginning, and counts as
 * if it had: an order is refused, and not placed after its client gave up.
 */
import type { Alarm, MonotonicMs } from '../../market/clock'
import { type Damage, damageIn, damageOf, damageText } from '../../postgres/damage'
import type { Database } from '../../postgres/database'
import type { Reports } from '../telemetry/log'

/** A step takes a millisecond, so a scan uses a few percent of a processor, and reads 40 MB/s. */
const PAUSE_MS = 25

export interface DamageWatch {
  /** The given reports, which now also find damage behind failures. */
  readonly reports: Reports
  known(): readonly Damage[]
  /** Begins to scan all pages. */
  begin(): void
  end(): Promise<void>
}

/** Reports each table and index once. */
export function watchDamage(
  database: Pick<Database, 'all' | 'scan'>,
  reports: Reports,
  after: Alarm,
): DamageWatch {
  const known = new Map<string, Damage>()
  let isEnding = false
  let resume = (): void => {}
  let scanning = Promise.resolve()
  const lookups = new Set<Promise<void>>()

  function add(damage: Damage): void {
    if (known.has(damage.what)) return
    known.set(damage.what, damage)
    reports.damaged?.(damageText(damage))
  }

  function inspect(error: unknown): void {
    if (damageIn(error) === undefined) return
    const lookup = damageOf(database, error)
      .then((damage) => damage && add(damage))
      .finally(() => lookups.delete(lookup))
    lookups.add(lookup)
  }

  async function scanAll(): Promise<void> {
    for (const { damage } of database.scan?.() ?? []) {
      if (damage !== undefined) add(damage)
      if (isEnding) return
      await new Promise<void>((resolve) => {
        resume = resolve
        after(PAUSE_MS, resolve)
      })
    }
  }

  return {
    reports: {
      ...reports,
      request(failure) {
        reports.request(failure)
        inspect(failure.error)
      },
      background(what, error) {
        reports.background(what, error)
        inspect(error)
      },
    },
    known: () => [...known.values()],
    begin() {
      scanning = scanAll().catch((error: unknown) => reports.background('the scan of pages', error))
    },
    async end() {
      isEnding = true
      resume()
      await Promise.all([scanning, ...lookups])
    },
  }
}

export interface LoopWatch {
  begin(): void
  end(): void
  /**
   * The earliest possible arrival of bytes that were read at `readAtMs`, in monotonic milliseconds.
   */
  arrivedAtMs(readAtMs: number): number
}

/** The interval of pulses, which show that the loop runs. */
const PULSE_EVERY_MS = 100
/** A longer time between two pulses is a standstill. */
const STANDSTILL_MS = 350

export function loopWatch(elapsedMs: MonotonicMs, after: Alarm): LoopWatch {
  let cancel = (): void => {}
  /** The last pulse; null before `begin` and after `end`. */
  let pulseAtMs: number | null = null
  /** The pulse before it, if the loop stood still between the two. */
  let standstillFromMs: number | null = null

  function pulse(): void {
    const nowMs = elapsedMs()
    const isStandstill = pulseAtMs !== null && nowMs - pulseAtMs > STANDSTILL_MS
    // Requests that came during the standstill are read after this pulse and before the next one.
    // So the standstill counts until then.
    standstillFromMs = isStandstill ? pulseAtMs : null
    pulseAtMs = nowMs
    cancel = after(PULSE_EVERY_MS, pulse)
  }

  return {
    begin: pulse,
    end() {
      cancel()
      pulseAtMs = null
      standstillFromMs = null
    },
    arrivedAtMs(readAtMs) {
      if (standstillFromMs !== null) return standstillFromMs
      return pulseAtMs !== null && readAtMs - pulseAtMs > STANDSTILL_MS ? pulseAtMs : readAtMs
    },
  }
}
