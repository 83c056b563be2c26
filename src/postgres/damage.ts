/**
 * Damaged tables [durability.damage]: pages that are not as PostgreSQL wrote them, or are gone.
 * A scan finds them by their checksums, and statements meet them.
 */
import { sql } from 'drizzle-orm'
import { ownOf } from './retry'
import { parameter, type StatementRunner, statement } from './statement'

export interface Damage {
  /** `the table orders`, `the index orders_client_order_id of the table orders`. */
  readonly what: string
  /** What is wrong with it, as the rest of the sentence. */
  readonly how: string
}

/** One step of a scan: how many pages it has looked at, and what it has found. */
export interface ScanStep {
  readonly pages: number
  readonly damage?: Damage
}

/** One sentence, and what to do. */
export const damageText = ({ what, how }: Damage): string => `${what} ${how}. ${DAMAGE_REMEDY}`

export const DAMAGE_REMEDY =
  'The database is damaged: restore a backup. `paper audit` names all that can no longer be read.'

/** data_corrupted, index_corrupted; undefined_file, of a file that is gone. */
const DAMAGED = /^(?:XX00[12]|58P01)$/

/** What PostgreSQL says of a damaged page, one line; undefined: the error is another one. */
export function damageIn(error: unknown): string | undefined {
  const own = ownOf(error)
  if (!(own instanceof Error && 'code' in own && DAMAGED.test(String(own.code)))) return undefined
  return own.message.split('\n', 1)[0]
}

/** Reads it from the JSON of another process; null if that is something else. */
export function damagesIn(text: string): readonly Damage[] | null {
  const found: unknown = JSON.parse(text)
  return Array.isArray(found) && found.every(isDamage) ? found : null
}

export const isDamage = (value: unknown): value is Damage =>
  typeof value === 'object' &&
  value !== null &&
  ['what', 'how'].every((name) => typeof Reflect.get(value, name) === 'string')

/** All that a scan finds, between other work; stopped, what it has found so far. */
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

/** What an error says is damaged; undefined: the error is another one. */
export async function damageOf(
  runner: StatementRunner,
  error: unknown,
): Promise<Damage | undefined> {
  const message = damageIn(error)
  if (message === undefined) return undefined
  const file = /(?:base\/\d+|global)\/\d+/.exec(message)?.[0]
  // The catalogue may be what is damaged.
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
