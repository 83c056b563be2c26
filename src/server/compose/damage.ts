/**
 * What a running server knows of damaged pages [durability.damage]: those that statements meet,
 * and those that a scan beside the requests finds, since a start looks at a part of a large folder.
 */
import type { Alarm } from '../../market/clock'
import { type Damage, damageIn, damageOf, damageText } from '../../postgres/damage'
import type { Database } from '../../postgres/database'
import type { Reports } from '../telemetry/reports'

/** A step is a millisecond's work, so this is a few percent of a processor, and 40 MB a second. */
const PAUSE_MS = 25

export interface DamageWatch {
  /** Those that were given, which also name what is damaged behind a failure. */
  readonly reports: Reports
  known(): readonly Damage[]
  /** Begins to look at all pages. */
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
  const naming = new Set<Promise<void>>()

  function found(damage: Damage): void {
    if (known.has(damage.what)) return
    known.set(damage.what, damage)
    reports.damaged?.(damageText(damage))
  }

  function met(error: unknown): void {
    if (damageIn(error) === undefined) return
    const named = damageOf(database, error)
      .then((damage) => damage && found(damage))
      .finally(() => naming.delete(named))
    naming.add(named)
  }

  async function scanAll(): Promise<void> {
    for (const { damage } of database.scan?.() ?? []) {
      if (damage !== undefined) found(damage)
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
        met(failure.error)
      },
      background(what, error) {
        reports.background(what, error)
        met(error)
      },
    },
    known: () => [...known.values()],
    begin() {
      scanning = scanAll().catch((error: unknown) => reports.background('the scan of pages', error))
    },
    async end() {
      isEnding = true
      resume()
      await Promise.all([scanning, ...naming])
    },
  }
}
