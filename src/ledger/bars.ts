/**
 * Reads and writes imported bars by the thousand, as plain numbers: prices in pips (0.0001 USD).
 */
import { type Column, sql } from 'drizzle-orm'
import { BAR_INTERVALS, type BarInterval, bars } from '../postgres/schema/market'
import { arrayLiteral, parameter, type StatementRunner, statement } from '../postgres/statement'

/** Minutes since 1970; open, high, low and close in pips; shares. */
export type BarNumbers = readonly [
  startMinute: number,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
]
export type BarBlock = readonly BarNumbers[]

export interface NewBar {
  readonly symbol: string
  readonly interval: BarInterval
  readonly numbers: BarNumbers
}

/** Counts of one write; bars that were stored with the same numbers count in neither. */
export interface Written {
  readonly added: number
  readonly replaced: number
}

const { symbol, interval, startsAt, open, high, low, close, volume } = bars
const valueColumns = [open, high, low, close, volume]
const named = (columns: readonly { readonly name: string }[], prefix = sql``) =>
  sql.join(
    columns.map(({ name }) => sql`${prefix}${sql.identifier(name)}`),
    sql`, `,
  )

const write = statement(
  ['symbols', 'interval', 'starts', 'opens', 'highs', 'lows', 'closes', 'volumes'],
  sql`with written as (
      insert into ${bars} (${named([symbol, interval, startsAt, ...valueColumns])})
      select incoming.symbol, ${parameter('interval', 'text')},
        to_timestamp(incoming.start * 60), incoming.open / 10000.0, incoming.high / 10000.0,
        incoming.low / 10000.0, incoming.close / 10000.0, incoming.volume
      from unnest(${parameter('symbols', 'text[]')}, ${parameter('starts', 'bigint[]')},
        ${parameter('opens', 'bigint[]')}, ${parameter('highs', 'bigint[]')},
        ${parameter('lows', 'bigint[]')}, ${parameter('closes', 'bigint[]')},
        ${parameter('volumes', 'bigint[]')})
        as incoming (symbol, start, open, high, low, close, volume)
      on conflict (${named([symbol, interval, startsAt])}) do update
        set (${named(valueColumns)}) = row(${named(valueColumns, sql`excluded.`)})
        where (${sql.join(valueColumns, sql`, `)})
          is distinct from (${named(valueColumns, sql`excluded.`)})
      returning (xmax = 0) as added)
    select count(*) filter (where added), count(*) filter (where not added) from written`,
  ([added, replaced]): Written => ({ added: Number(added), replaced: Number(replaced) }),
)

/** Writes bars of one interval, each start once per symbol; stored bars take the new numbers. */
export async function writeBars(
  runner: StatementRunner,
  interval: BarInterval,
  written: readonly NewBar[],
): Promise<Written> {
  const column = (at: 0 | 1 | 2 | 3 | 4 | 5): string =>
    `{${written.map(({ numbers }) => numbers[at]).join(',')}}`
  const [counted] = await runner.all(write, {
    symbols: arrayLiteral(written.map((bar) => bar.symbol)),
    interval,
    starts: column(0),
    opens: column(1),
    highs: column(2),
    lows: column(3),
    closes: column(4),
    volumes: column(5),
  })
  return counted ?? { added: 0, replaced: 0 }
}

/** The number of bars in a block, whose text has about a megabyte. */
const BLOCK = 20_000

const startMinute = sql`(extract(epoch from ${startsAt}) / 60)::bigint`
const pips = (column: Column) => sql`(${column} * 10000)::bigint`

/**
 * Reads one block. The minutes of a daily bar's trading date run from the opening of DAY, 13½ hours
 * before REGULAR's, to the close of AFTER, 10½ hours after it [session.after].
 */
const read = statement(
  ['symbol', 'interval', 'after'],
  sql`select string_agg(bar, ';' order by start) from (
      select ${startMinute} as start, concat_ws(',', ${startMinute}, ${pips(open)}, ${pips(high)},
        ${pips(low)}, ${pips(close)}, ${volume}::bigint) as bar
      from ${bars}
      where ${symbol} = ${parameter('symbol', 'text')}
        and ${interval} = ${parameter('interval', 'text')}
        and ${startsAt} > to_timestamp(${parameter('after', 'bigint')} * 60)
        and (${interval} = '1m' or not exists (select 1 from ${bars} as minutes
          where minutes.symbol = ${symbol} and minutes.interval = '1m'
            and minutes.starts_at >= ${startsAt} - interval '13 hours 30 minutes'
            and minutes.starts_at < ${startsAt} + interval '10 hours 30 minutes'))
      order by ${startsAt} limit ${sql.raw(String(BLOCK))}) as block`,
  ([text]): BarBlock => (text === null ? [] : String(text).split(';').map(numbersOf)),
  'long',
)

function numbersOf(text: string): BarNumbers {
  const [start = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = text
    .split(',')
    .map(Number)
  return [start, open, high, low, close, volume]
}

/**
 * Yields bars after the minute, in ascending order, with daily bars only for trading dates that
 * have no minute bars.
 */
export async function* readBars(
  runner: StatementRunner,
  symbol: string,
  interval: BarInterval,
  afterMinute = -1,
): AsyncGenerator<BarBlock> {
  let after = afterMinute
  for (;;) {
    const [block = []] = await runner.all(read, { symbol, interval, after: String(after) })
    if (block.length > 0) yield block
    if (block.length < BLOCK) return
    after = block.at(-1)?.[0] ?? after
  }
}

/** Summary of all stored bars of one interval of a symbol. */
export interface StoredBars {
  readonly symbol: string
  readonly interval: BarInterval
  readonly count: number
  readonly firstMinute: number
  readonly lastMinute: number
}

const list = statement(
  [],
  sql`select ${symbol}, ${interval}, count(*),
      (extract(epoch from min(${startsAt})) / 60)::bigint,
      (extract(epoch from max(${startsAt})) / 60)::bigint
    from ${bars} group by 1, 2 order by 1, 2 desc`,
  ([symbol, interval, count, first, last]): StoredBars => {
    const known = BAR_INTERVALS.find((known) => known === interval)
    if (known === undefined) throw new Error(`bars of the interval ${String(interval)}`)
    return {
      symbol: String(symbol),
      interval: known,
      count: Number(count),
      firstMinute: Number(first),
      lastMinute: Number(last),
    }
  },
  'long',
)

/** Returns the stored bars by symbol. */
export const listBars = (runner: StatementRunner): Promise<readonly StoredBars[]> =>
  runner.all(list, {})

/** The reads that a market of imported bars needs to open. */
export const barLibrary = (runner: StatementRunner) => ({
  list: () => listBars(runner),
  read: (symbol: string, interval: BarInterval) => readBars(runner, symbol, interval),
})

const remove = statement(
  ['symbol', 'interval'],
  sql`with gone as (
      delete from ${bars} where ${symbol} = ${parameter('symbol', 'text')}
        and ${interval} = coalesce(${parameter('interval', 'text')}, ${interval}) returning 1)
    select count(*) from gone`,
  ([count]): number => Number(count),
)

/** Returns the number of bars removed. An `interval` of null removes both intervals. */
export async function removeBars(
  runner: StatementRunner,
  symbol: string,
  interval: BarInterval | null,
): Promise<number> {
  const [count = 0] = await runner.all(remove, { symbol, interval })
  return count
}
