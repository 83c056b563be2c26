/**
 * Damaged tables [durability.damage]: pages that are missing or are not as PostgreSQL wrote them. A
 * scan finds them by their checksums, and statements fail on them.
 */
import { sql } from 'drizzle-orm'
import { codeOf, driverErrorOf } from './errors'
import { parameter, type StatementRunner, statement } from './statement'

export interface Damage {
  /** `the table orders`, `the index orders_client_order_id of the table orders`. */
  readonly what: string
  /** The fault, as the rest of the sentence. */
  readonly how: string
}

export interface ScanStep {
  /** The number of pages that were checked. */
  readonly pages: number
  readonly damage?: Damage
}

/** One sentence, and the remedy. */
export const damageText = ({ what, how }: Damage): string => `${what} ${how}. ${DAMAGE_REMEDY}`

export const DAMAGE_REMEDY =
  'The database is damaged: restore a backup. `paper audit` names all that can no longer be read.'

/** data_corrupted, index_corrupted, and undefined_file for a missing file. */
const DAMAGED = /^(?:XX00[12]|58P01)$/

/** The first line of PostgreSQL's message about a damaged page; undefined for other errors. */
export function damageIn(thrown: unknown): string | undefined {
  const error = driverErrorOf(thrown)
  if (!(error instanceof Error && DAMAGED.test(codeOf(error)))) return undefined
  return error.message.split('\n', 1)[0]
}

/** Parses the JSON of another process; null if it is no list of damage. */
export function damagesIn(text: string): readonly Damage[] | null {
  const found: unknown = JSON.parse(text)
  return Array.isArray(found) && found.every(isDamage) ? found : null
}

export const isDamage = (value: unknown): value is Damage =>
  typeof value === 'object' &&
  value !== null &&
  ['what', 'how'].every((name) => typeof Reflect.get(value, name) === 'string')

/** Runs a scan between other work. If stopped, returns what it has found so far. */
export async function damageFound(
  scan: (() => Iterable<ScanStep>) | undefined,
  stopping: AbortSignal,
): Promise<readonly Damage[]> {
  const found: Damage[] = []
  for (const { damage } of scan?.() ?? []) {
    if (damage !== undefined) found.push(damage)
    await new Promise((turn) => setImmediate(turn))
    if (stopping.aborted) break
  }
  return found
}

/** The damage that an error reports; undefined for other errors. */
export async function damageOf(
  runner: StatementRunner,
  error: unknown,
): Promise<Damage | undefined> {
  const message = damageIn(error)
  if (message === undefined) return undefined
  const file = /(?:base\/\d+|global)\/\d+/.exec(message)?.[0]
  // The catalogue itself may be damaged.
  const [name] = file ? await runner.all(nameOfFile, { file }).catch(() => []) : []
  const what = name ?? (file ? `the file ${file}` : 'a table')
  return { what, how: `cannot be read: ${message}` }
}

const nameOfFile = statement(
  ['file'],
  sql`select coalesce('the index ' || c.relname || ' of the table ' || owner.relname,
      'the table ' || long.relname || ' (its long values)', 'the table ' || c.relname)
    from pg_class c
      left join pg_index on pg_index.indexrelid = c.oid
      left join pg_class owner on owner.oid = pg_index.indrelid
      left join pg_class long on long.reltoastrelid = c.oid
    where pg_relation_filepath(c.oid) = ${parameter('file', 'text')}`,
  ([name]) => String(name),
)
