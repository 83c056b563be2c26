/** The query builder's statements on the one session of a simulated world. */
import type { Connection, Query, Value } from '../../src/postgres/connection'
import type { StatementRunner } from '../../src/postgres/statement'

const BUILT = '/* built */'

/** Not prepared: there are very many such texts, with their values in them. */
export const isBuilt = (text: string): boolean => text.startsWith(BUILT)

/** A connection as far as the query builder uses it. */
export function builderConnection(runner: StatementRunner): Connection {
  const values = ({ text, values = [] }: Query) => {
    const filled = text.replaceAll(/\$(\d+)/g, (_, n) => quoted(values[Number(n) - 1]))
    const whole = `${BUILT} ${filled}`
    return runner.all({ text: whole, names: [], isLong: false, decode: (row) => row }, {})
  }
  return {
    alive: true,
    values,
    async records(query) {
      const rows = await values(query)
      if (rows.some((row) => row.length > 1)) throw new Error(`rows by name: ${query.text}`)
      return []
    },
    destroy() {},
    close: async () => {},
  }
}

function quoted(value: Value | undefined): string {
  if (value === null || value === undefined) return 'null'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return `'${text.replaceAll("'", "''")}'`
}
