/**
 * What a database's own catalogue says of its tables, as text that is the same for every version of
 * PostgreSQL: constraints of NOT NULL stand with the columns only, though 18 also lists them.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Drizzle } from '../../../src/postgres/database'

/** Each query gives lines in `line`, whose table is `name`; bytes decide on their order. */
const QUERIES = [
  sql`select c.relname as name, '  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attcollation = t.typcollation then ''
           else coalesce(' collate "' || l.collname || '"', '') end
      || case when a.attnotnull then ' not null' else '' end
      || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
      || case a.attidentity when '' then '' else ' identity ' || a.attidentity::text end
      || case a.attgenerated when '' then '' else ' generated ' || a.attgenerated::text end as line
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_type t on t.oid = a.atttypid
    left join pg_collation l on l.oid = a.attcollation
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped
    order by c.relname collate "C", a.attname collate "C"`,
  sql`select c.relname as name,
      '  constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid) as line
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = 'public'::regnamespace and k.contype <> 'n'
    order by c.relname collate "C", k.conname collate "C"`,
  sql`select c.relname as name, '  ' || pg_get_indexdef(i.indexrelid) as line
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_class n on n.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)
    order by c.relname collate "C", n.relname collate "C"`,
  sql`select c.relname as name, '  with ' || array_to_string(c.reloptions, ', ') as line
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.reloptions is not null
    order by c.relname collate "C"`,
] as const

/** What there may be besides tables and their indexes, which we have none of. */
const OTHERS = sql`select c.relname as name, '' as line from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind not in ('r', 'p', 'i', 'I')
  union all select p.proname, '' from pg_proc p where p.pronamespace = 'public'::regnamespace
  union all select t.tgname, '' from pg_trigger t where not t.tgisinternal`

interface Line {
  readonly name: string
  readonly line: string
}

export async function linesOf(drizzle: Drizzle, query: SQL) {
  const rows: unknown = await drizzle.execute(query)
  if (!Array.isArray(rows)) throw new Error('no rows')
  return rows.map(({ name, line }): Line => ({ name: String(name), line: String(line) }))
}

/** Every table with its columns, constraints and indexes, in alphabetical order. */
export async function tableDefinitions(drizzle: Drizzle): Promise<string> {
  const lines: Line[] = []
  for (const query of QUERIES) lines.push(...(await linesOf(drizzle, query)))
  const tables = [...Map.groupBy(lines, ({ name }) => name)].sort(([a], [b]) => (a < b ? -1 : 1))
  const texts = tables.map(([name, of]) => [`table ${name}`, ...of.map(({ line }) => line)])
  return `${texts.map((text) => text.join('\n')).join('\n\n')}\n`
}

/** The names of whatever else is in the schema. */
export const otherThings = async (drizzle: Drizzle): Promise<readonly string[]> =>
  (await linesOf(drizzle, OTHERS)).map(({ name }) => name)
