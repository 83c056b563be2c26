/**
 * Reports the damaged pages of a running server [durability.damage]. Failed statements find some. A
 * scan in the background finds the others, since a start checks only a part of a large folder.
 */
import type { Alarm } from '../../market/clock'
import { type Damage, damageIn, damageOf, damageText } from '../../postgres/damage'
import type { Database } from '../../postgres/database'
import type { Reports } from '../telemetry/reports'

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
