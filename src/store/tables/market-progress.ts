import { sql } from 'drizzle-orm'
import type { Instant } from '../../core/time'
import { parameter, type StatementRunner, selection, statement } from '../pg/statement'
import { marketProgress } from '../schema'

const { only, carriedTo } = marketProgress
const progress = selection({ carriedTo })

const read = statement(
  [],
  sql`select ${progress.list} from ${marketProgress}`,
  (row) => progress.decode(row).carriedTo,
)

/** The instant up to which the market has been played; null before the first tick. */
export async function marketCarriedTo(runner: StatementRunner): Promise<Instant | null> {
  const [found] = await runner.all(read, {})
  return found ?? null
}

const write = statement(
  ['carriedTo'],
  sql`insert into ${marketProgress}
      (${sql.identifier(only.name)}, ${sql.identifier(carriedTo.name)})
    values (true, ${parameter('carriedTo', 'timestamptz')})
    on conflict (${sql.identifier(only.name)}) do update
      set carried_to = greatest(${carriedTo}, excluded.carried_to)`,
)

export async function saveMarketCarriedTo(runner: StatementRunner, at: Instant): Promise<void> {
  await runner.all(write, { carriedTo: at.toString() })
}
