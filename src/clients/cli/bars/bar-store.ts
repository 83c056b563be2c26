/**
 * Stores of bars: the table of a database, read through a running server if that has the folder
 * open, or a file that several databases share.
 */
import type { Instant } from '../../../core/time'
import { type BarFile, openBarFile } from '../../../ledger/bar-file'
import {
  type BarBlock,
  barLibrary,
  listBars,
  type NewBar,
  readBars,
  removeBars,
  type StoredBars,
  type Written,
  writeBars,
} from '../../../ledger/bars'
import { addPlainInstruments, symbolsIn } from '../../../ledger/instruments'
import { marketCarriedTo } from '../../../ledger/market-state'
import { fault, isFault } from '../../../lib/fault'
import type { BarLibrary } from '../../../market/feeds/replay/load'
import { US_INSTRUMENTS } from '../../../market/instruments/reference'
import type { Database } from '../../../postgres/database'
import { StartError } from '../../../postgres/errors'
import { liftTimeLimits } from '../../../postgres/options'
import { BAR_INTERVALS, type BarInterval } from '../../../postgres/schema/market'
import type { StatementRunner } from '../../../postgres/statement'
import { askRunningServer, type CommandAnswer } from '../../../server/control-socket'
import type { CommandContext, Outcome } from '../shared/command-line'
import { configOf, onDatabase } from '../shared/on-database'

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
const barsOfFile = (file: BarFile): BarStore => ({
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

/** The command of the control socket. */
export const CONTROL_BARS = 'bars'

/** `list`, or `read SYMBOL INTERVAL AFTER` for one block: the server does other work in between. */
export async function answerBars(
  runner: StatementRunner,
  [what, symbol = '', named, after = '-1']: readonly string[],
): Promise<CommandAnswer> {
  if (what === 'list') return { ok: true, text: JSON.stringify(await listBars(runner)) }
  const interval = BAR_INTERVALS.find((known) => known === named)
  if (what !== 'read' || interval === undefined || !/^-?\d{1,12}$/.test(after)) {
    return { ok: false, text: 'Usage: list, or read SYMBOL INTERVAL AFTER.' }
  }
  for await (const block of readBars(runner, symbol, interval, Number(after))) {
    return { ok: true, text: JSON.stringify(block) }
  }
  return { ok: true, text: '[]' }
}

/** `ask` returns null if the server has ended. */
function libraryOfServer(
  ask: (args: readonly string[]) => Promise<CommandAnswer | null>,
): BarLibrary {
  async function rows(...args: readonly string[]): Promise<readonly unknown[]> {
    const answer = await ask(args)
    const parsed: unknown = answer?.ok ? JSON.parse(answer.text) : null
    if (!Array.isArray(parsed)) throw new StartError(answer?.text ?? 'The server has ended.')
    return parsed
  }
  return {
    list: async () => (await rows('list')).map(parseStored),
    async *read(symbol, interval) {
      for (let after = -1; ; ) {
        const block: BarBlock = (await rows('read', symbol, interval, String(after))).map(parseBar)
        const last = block.at(-1)
        if (last === undefined) return
        yield block
        after = last[0]
      }
    },
  }
}

function parseStored(value: unknown): StoredBars {
  const { symbol, interval: named, count, firstMinute, lastMinute } = Object(value)
  const interval = BAR_INTERVALS.find((known) => known === named)
  if (interval === undefined) throw new StartError('The server is of another version.')
  return {
    symbol: String(symbol),
    interval,
    count: Number(count),
    firstMinute: Number(firstMinute),
    lastMinute: Number(lastMinute),
  }
}

function parseBar(value: unknown): BarBlock[number] {
  const numbers = Array.isArray(value) ? value.map(Number) : []
  const [start = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = numbers
  return [start, open, high, low, close, volume]
}
