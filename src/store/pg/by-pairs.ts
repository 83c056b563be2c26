/** Reading the rows of many pairs of keys at once. */
import { type Column, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { parameter, type Selection, type Statement, statement } from './statement'

/**
 * The rows whose `first` and `second` are those of a pair; an index must lead with both.
 *
 * `offset 0` makes it one look into that index for each pair. Without it the planner may compare
 * every row with every pair: that is cheapest while the table is empty, and a connection keeps its
 * plan.
 */
export const byPairs = <Row>(
  table: PgTable,
  [first, second]: readonly [Column, Column],
  { list, decode }: Selection<Row>,
): Statement<'firsts' | 'seconds', Row> =>
  statement(
    ['firsts', 'seconds'],
    sql`select ${list}
      from unnest(${parameter('firsts', 'text[]')}, ${parameter('seconds', 'text[]')})
        as wanted (first, second)
      cross join lateral (select * from ${table}
        where ${first} = wanted.first and ${second} = wanted.second offset 0) as ${table}`,
    decode,
  )
