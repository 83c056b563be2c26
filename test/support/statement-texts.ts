/**
 * Prints each statement that is compiled when the sources load, as a JSON list of its file, its
 * text and the names of its parameters. A process of its own, since elsewhere the sources are
 * loaded already.
 */
import { join } from 'node:path'
import { is, Placeholder } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'

const ROOT = join(import.meta.dir, '../..')
const found: {
  readonly file: string
  readonly text: string
  readonly names: readonly string[]
}[] = []
let file = ''

const { sqlToQuery } = PgDialect.prototype
PgDialect.prototype.sqlToQuery = function (...given) {
  const query = sqlToQuery.apply(this, given)
  const names = query.params.flatMap((one) => (is(one, Placeholder) ? [one.name] : []))
  found.push({ file, text: query.sql.replace(/\s+/g, ' '), names })
  return query
}

const sources = ['src/ledger/*.ts', 'src/ledger/events/*.ts'].flatMap((files) => [
  ...[...new Bun.Glob(files).scanSync(ROOT)].sort(),
])
for (file of sources) await import(join(ROOT, file))
await Bun.write(Bun.stdout, JSON.stringify(found))
process.exit(0)
