/** Stores of bars: the table of a database, or a file that several databases share. */
import type { Instant } from '../../../core/time'
import { type BarFile, openBarFile } from '../../../ledger/bar-file'
import { barLibrary, type NewBar, removeBars, type Written, writeBars } from '../../../ledger/bars'
import { addPlainInstruments, symbolsIn } from '../../../ledger/instruments'
import { marketCarriedTo } from '../../../ledger/market-state'
import { fault, isFault } from '../../../lib/fault'
import type { BarLibrary } from '../../../market/feeds/replay/load'
import { US_INSTRUMENTS } from '../../../market/instruments/reference'
import type { Database } from '../../../postgres/database'
import { liftTimeLimits } from '../../../postgres/options'
import type { BarInterval } from '../../../postgres/schema'
import { askRunningServer } from '../../../server/control-socket'
import type { CommandContext, Outcome } from '../shared/command-line'
import { configOf, onDatabase } from '../shared/on-database'
import { CONTROL_BARS, libraryOfServer } from './control'

/** Writes in one transaction. */
export interface BarWriter {
  /** Returns the symbols of the instruments that may have bars. */
  symbols(): Promise<Set<string>>
  addInstruments(symbols: readonly string[]): Promise<void>
  write(interval: BarInterval, bars: readonly NewBar[]): Promise<Written>
}

export interface BarStore {
  /** Does all of the work, or nothing. It may repeat the work. */
  transaction<T>(work: (writer: BarWriter) => Promise<T>): Promise<T>
  remove(symbol: string, interval: BarInterval | null): Promise<number>
  /** Returns the time of the database's market; null without one. */
  marketTime(): Promise<Instant | null>
}

export const barsOfDatabase = (database: Database): BarStore => ({
  transaction: (work) =>
    database.transaction(async (runner) => {
      await liftTimeLimits(runner)
      return work({
        symbols: () => symbolsIn(runner),
        addInstruments: (symbols) => addPlainInstruments(runner, symbols),
        write: (interval, bars) => writeBars(runner, interval, bars),
      })
    }),
  remove: (symbol, interval) => removeBars(database, symbol, interval),
  marketTime: () => marketCarriedTo(database),
})

/** Adds no instruments: a server adds missing ones to its database when it reads the file. */
export const barsOfFile = (file: BarFile): BarStore => ({
  transaction: (work) =>
    file.transaction(() =>
      work({
        async symbols() {
          const inFile = (await file.list()).map(({ symbol }) => symbol)
          return new Set([...US_INSTRUMENTS.map(({ symbol }) => symbol), ...inFile])
        },
        addInstruments: async () => {},
        write: async (interval, bars) => file.write(interval, bars),
      }),
    ),
  remove: async (symbol, interval) => file.remove(symbol, interval),
  marketTime: async () => null,
})

/** Runs `work` on BARS_FILE if it is set, otherwise on the server's database. */
export async function onBars(
  context: CommandContext,
  work: (store: BarStore) => Promise<Outcome>,
  opens: 'missing' | 'existing' = 'existing',
): Promise<Outcome> {
  const config = configOf(context.env)
  if (isFault(config)) return config
  const { barsFile } = config
  if (barsFile === null) {
    return onDatabase(context, (database) => work(barsOfDatabase(database)), { opens })
  }
  if (opens === 'existing') openBarFile(barsFile, 'read').close()
  const file = openBarFile(barsFile, 'write')
  try {
    return await work(barsOfFile(file))
  } finally {
    file.close()
  }
}

/** Runs `work` on bars of BARS_FILE, of a server that has the folder open, or of the database. */
export async function onLibrary(
  context: CommandContext,
  work: (library: BarLibrary) => Promise<Outcome>,
): Promise<Outcome> {
  const config = configOf(context.env)
  if (isFault(config)) return config
  const { barsFile, database: choice } = config
  if (barsFile !== null) {
    const file = openBarFile(barsFile, 'read')
    try {
      return await work(file)
    } finally {
      file.close()
    }
  }
  if (choice.kind === 'embedded') {
    const ask = (args: readonly string[]) => askRunningServer(choice.dir, CONTROL_BARS, args)
    const first = await ask(['list'])
    if (first !== null) return first.ok ? work(libraryOfServer(ask)) : fault(first.text)
  }
  return onDatabase(context, (database) => work(barLibrary(database)))
}
