/**
 * A file of bars that any number of databases share (BARS_FILE). It is a SQLite file, which many
 * processes can read at once, and has the same numbers as the table of bars. [run.bars-file]
 */
import { Database, SQLiteError } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { errorMessage } from '../lib/text'
import { StartError } from '../postgres/errors'
import { BAR_INTERVALS, type BarInterval } from '../postgres/schema/market'
import type { BarBlock, BarNumbers, NewBar, StoredBars, Written } from './bars'

/** `papb` marks the file as one of ours. */
const APPLICATION_ID = 0x70617062
/** The format of the table below; other versions of the server may have other formats. */
const FORMAT = 1
const BLOCK = 20_000
const MINUTES_BEFORE = 13.5 * 60
const MINUTES_AFTER = 10.5 * 60

export interface BarFile {
  list(): Promise<readonly StoredBars[]>
  read(symbol: string, interval: BarInterval): AsyncGenerator<BarBlock>
  write(interval: BarInterval, bars: readonly NewBar[]): Written
  /** Returns the number of bars removed. An `interval` of null removes both intervals. */
  remove(symbol: string, interval: BarInterval | null): number
  /** Does all of the work, or nothing of it. Throws a StartError while another process writes. */
  transaction<T>(work: () => Promise<T>): Promise<T>
  close(): void
}

/** Throws a StartError if there is no such file, or if it is not a file of bars. */
export function openBarFile(path: string, mode: 'read' | 'write'): BarFile {
  if (mode === 'read' && !existsSync(path)) {
    throw new StartError(
      `There is no file ${path} (BARS_FILE); \`paper bars import FILE\` makes it.`,
    )
  }
  try {
    const file = new Database(path, mode === 'read' ? { readonly: true } : { create: true })
    prepare(file, path, mode)
    return overFile(file, path)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`${path} (BARS_FILE) cannot be opened: ${errorMessage(error)}`)
  }
}

function prepare(file: Database, path: string, mode: 'read' | 'write'): void {
  const numberOf = (name: string): number =>
    Number(Object.values(Object(file.query(`pragma ${name}`).get()))[0])
  const isNew = numberOf('schema_version') === 0
  if (isNew && mode === 'write') {
    file.run(`pragma application_id = ${APPLICATION_ID}`)
    file.run(`pragma user_version = ${FORMAT}`)
    file.run(
      `create table bars (symbol text, interval text, start integer, open integer, high integer,
        low integer, close integer, volume integer, primary key (symbol, interval, start))
        without rowid`,
    )
  } else if (numberOf('application_id') !== APPLICATION_ID) {
    throw new StartError(`${path} (BARS_FILE) is no file of bars; \`paper bars import\` makes one.`)
  } else if (numberOf('user_version') !== FORMAT) {
    throw new StartError(`${path} (BARS_FILE) is of another version of the server: import again.`)
  }
}

function overFile(file: Database, path: string): BarFile {
  const list = file.query(
    `select symbol, interval, count(*), min(start), max(start) from bars
      group by 1, 2 order by 1, 2 desc`,
  )
  // Daily bars only for trading dates without minute bars, as in the reads of the table.
  const read = file.query(
    `select start, open, high, low, close, volume from bars
      where symbol = ?1 and interval = ?2 and start > ?3 and (interval = '1m' or not exists (
        select 1 from bars as minutes where minutes.symbol = ?1 and minutes.interval = '1m'
          and minutes.start >= bars.start - ${MINUTES_BEFORE}
          and minutes.start < bars.start + ${MINUTES_AFTER}))
      order by start limit ${BLOCK}`,
  )
  return {
    list: async () => list.values().map(storedBars),
    async *read(symbol, interval) {
      let after = -1
      for (;;) {
        const block = read.values(symbol, interval, after).map(barNumbers)
        if (block.length > 0) yield block
        if (block.length < BLOCK) return
        after = block.at(-1)?.[0] ?? after
      }
    },
    write: (interval, bars) => writeAll(file, interval, bars),
    remove: (symbol, interval) =>
      file.run('delete from bars where symbol = ?1 and interval = coalesce(?2, interval)', [
        symbol,
        interval,
      ]).changes,
    async transaction(work) {
      begin(file, path)
      try {
        const value = await work()
        file.run('commit')
        return value
      } catch (error) {
        file.run('rollback')
        throw error
      }
    },
    close: () => file.close(),
  }
}

function begin(file: Database, path: string): void {
  try {
    file.run('begin immediate')
  } catch (error) {
    if (!(error instanceof SQLiteError && error.code === 'SQLITE_BUSY')) throw error
    throw new StartError(`Another process writes to ${path} (BARS_FILE); try again when it ends.`)
  }
}

function writeAll(file: Database, interval: BarInterval, bars: readonly NewBar[]): Written {
  const before = file.query('select count(*) from bars')
  const counted = (): number => Number(Object(before.values()[0])[0])
  const insert = file.query(
    `insert into bars values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) on conflict do update
      set open = ?4, high = ?5, low = ?6, close = ?7, volume = ?8
      where (open, high, low, close, volume) is not (?4, ?5, ?6, ?7, ?8)`,
  )
  let changed = 0
  const rows = counted()
  for (const { symbol, numbers } of bars) {
    changed += insert.run(symbol, interval, ...numbers).changes
  }
  const added = counted() - rows
  return { added, replaced: changed - added }
}

const barNumbers = (values: readonly unknown[]): BarNumbers => {
  const [start = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = values.map(Number)
  return [start, open, high, low, close, volume]
}

function storedBars([symbol, named, count, first, last]: readonly unknown[]): StoredBars {
  const interval = BAR_INTERVALS.find((known) => known === named)
  if (interval === undefined) throw new Error(`bars of the interval ${String(named)}`)
  return {
    symbol: String(symbol),
    interval,
    count: Number(count),
    firstMinute: Number(first),
    lastMinute: Number(last),
  }
}
