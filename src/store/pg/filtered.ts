/**
 * A list whose filters may be left out: a statement for each set of filters, compiled when it is
 * first asked for. One statement for all would hide from PostgreSQL which index finds the rows,
 * since its one plan serves all values.
 */
import type { SQL } from 'drizzle-orm'
import type { Parameter, Statement, StatementRunner } from './statement'

/** By parameter; null for a filter that is left out. */
export type Filters<Name extends string> = Readonly<Record<Name, Parameter>>

/**
 * `conditions` has what each filter that is given demands, and `make` the statement of those.
 * Parameters without a condition are always given.
 */
export function filteredList<const Name extends string, Row>(
  conditions: Readonly<Partial<Record<Name, SQL>>>,
  make: (given: readonly SQL[]) => Statement<Name, Row>,
) {
  const made = new Map<string, Statement<Name, Row>>()
  // safe: the keys of a record of these names.
  const optional = Object.entries(conditions) as [Name, SQL][]

  return (runner: StatementRunner, filters: Filters<Name>): Promise<readonly Row[]> => {
    const given = optional.filter(([name]) => filters[name] !== null)
    const key = given.map(([name]) => name).join()
    const statement = made.get(key) ?? make(given.map(([, condition]) => condition))
    made.set(key, statement)
    return runner.all(statement, filters)
  }
}
