/** Reading the rows of many pairs of keys at once. */
import { type Column, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import {
  arrayLiteral,
  parameter,
  type Selection,
  type StatementRunner,
  statement,
} from './statement'

export type Pair = readonly [first: string, second: string]

/**
 * The rows whose `first` and `second` are those of a pair; an index must lead with both.
 *
 * `offset 0` makes it one look into that index for each pair. Without it the planner may compare
 * every row with every pair: that is cheapest while the table is empty, and a connection keeps its
 * plan. One pair alone is looked up by its values, for half of the price.
 */
export function byPairs<Row>(
  table: PgTable,
  [first, second]: readonly [Column, Column],
  { list, decode }: Selection<Row>,
): (runner: StatementRunner, pairs: readonly Pair[]) => Promise<readonly Row[]> {
  const ofOne = statement(
    ['first', 'second'],
    sql`select ${list} from ${table}
      where ${first} = ${parameter('first', 'text')}
        and ${second} = ${parameter('second', 'text')}`,
    decode,
  )
  const ofMany = statement(
    ['firsts', 'seconds'],
    sql`select ${list}
      from (select unnest(${parameter('firsts', 'text[]')}) as first,
          unnest(${parameter('seconds', 'text[]')}) as second) as wanted
      cross join lateral (select * from ${table}
        where ${first} = wanted.first and ${second} = wanted.second offset 0) as ${table}`,
    decode,
  )
  return (runner, pairs) => {
    const [one, ...others] = pairs
    if (one !== undefined && others.length === 0) {
      return runner.all(ofOne, { first: one[0], second: one[1] })
    }
    return runner.all(ofMany, {
      firsts: arrayLiteral(pairs.map(([first]) => first)),
      seconds: arrayLiteral(pairs.map(([, second]) => second)),
    })
  }
}
