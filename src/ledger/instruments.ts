/**
 * Stores imported instruments, the figures that the simulated market makes their prices from, and
 * the history of an operator's changes to an instrument [paper.explanation].
 */
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Instrument, Tradability, TradedInstrument } from '../core/instrument'
import type { Price } from '../core/money'
import type { Instant } from '../core/time'
import { columnNames } from '../postgres/bulk'
import type { Drizzle } from '../postgres/database'
import { instrumentChanges, instrumentModels, instruments } from '../postgres/schema/market'
import {
  arrayLiteral,
  parameter,
  type StatementRunner,
  selection,
  statement,
} from '../postgres/statement'

const { symbol, name, nameKo, type, exchange, sector, tradable, dayMarketTradable } = instruments
const instrument = selection({
  symbol,
  name,
  nameKo,
  type,
  exchange,
  sector,
  tradable,
  dayMarketTradable,
})
const traded = selection({ symbol, tradable, dayMarketTradable })

const bySymbols = statement(
  ['symbols'],
  sql`select ${traded.list} from ${instruments}
    where ${symbol} = any(${parameter('symbols', 'text[]')})`,
  (row): TradedInstrument => traded.decode(row),
)

/** The columns that trading needs, of the symbols that exist. */
export const instrumentsOf = (runner: StatementRunner, symbols: readonly string[]) =>
  runner.all(bySymbols, { symbols: arrayLiteral(symbols) })

/** Adds the instruments that are not stored yet; leaves stored instruments unchanged. */
export async function addInstruments(
  drizzle: Drizzle,
  listed: readonly Instrument[],
): Promise<void> {
  if (listed.length === 0) return
  await drizzle.insert(instruments).values(listed.map(columnsOf)).onConflictDoNothing()
}

/** The columns of a listing; the operator sets the tradable states. */
const LISTED = ['name', 'nameKo', 'type', 'exchange', 'sector'] as const
const LISTING = LISTED.map((key) => instruments[key])
const ofTable = (table: string): SQL =>
  sql.join(
    LISTING.map((column) => sql`${sql.identifier(table)}.${sql.identifier(column.name)}`),
    sql`, `,
  )

/**
 * Writes and locks only rows that differ: most starts change none. The tradable states are for new
 * instruments only.
 */
const bring = statement(
  ['symbol', 'name', 'nameKo', 'type', 'exchange', 'sector', 'tradable', 'dayMarketTradable'],
  sql`insert into ${instruments}
      (symbol, ${columnNames(LISTING)}, tradable, day_market_tradable)
    select incoming.* from unnest(
      ${parameter('symbol', 'text[]')}, ${parameter('name', 'text[]')},
      ${parameter('nameKo', 'text[]')}, ${parameter('type', 'text[]')},
      ${parameter('exchange', 'text[]')}, ${parameter('sector', 'text[]')},
      ${parameter('tradable', 'text[]')}, ${parameter('dayMarketTradable', 'boolean[]')}
    ) as incoming (symbol, ${columnNames(LISTING)}, tradable, day_market_tradable)
    left join ${instruments} as stored on stored.symbol = incoming.symbol
    where (${ofTable('stored')}) is distinct from (${ofTable('incoming')})
      and not exists (select from ${instrumentModels}
        where ${instrumentModels.symbol} = incoming.symbol)
    on conflict (symbol) do update
      set (${columnNames(LISTING)}) = row(${ofTable('excluded')})`,
)

/**
 * Adds the instruments that are not stored yet, and corrects the names and listings of stored
 * instruments. Keeps an operator's changes: the tradable states, and imported instruments as a
 * whole. Returns false, and sends nothing, if all of `stored`, which was just read, is correct.
 */
export async function bringInstruments(
  runner: StatementRunner,
  listed: readonly Instrument[],
  stored: readonly Instrument[] = [],
): Promise<boolean> {
  const found = new Map(stored.map((one) => [one.symbol, one]))
  const other = listed.filter((one) => !isAsListed(found.get(one.symbol), one))
  if (other.length === 0) return false
  const each = (value: (one: Instrument) => string | null) => arrayLiteral(other.map(value))
  await runner.all(bring, {
    symbol: each((one) => one.symbol),
    name: each((one) => one.name),
    nameKo: each((one) => one.nameKo),
    type: each((one) => one.type),
    exchange: each((one) => one.exchange),
    sector: each((one) => one.sector),
    tradable: each((one) => one.tradable),
    dayMarketTradable: each((one) => String(one.dayMarketTradable)),
  })
  return true
}

const isAsListed = (stored: Instrument | undefined, listed: Instrument): boolean =>
  stored !== undefined && LISTED.every((key) => stored[key] === listed[key])

/** Picks the columns of a listed instrument, which may have figures and groups too. */
const columnsOf = (listed: Instrument): Instrument => ({
  symbol: listed.symbol,
  name: listed.name,
  nameKo: listed.nameKo,
  type: listed.type,
  exchange: listed.exchange,
  sector: listed.sector,
  tradable: listed.tradable,
  dayMarketTradable: listed.dayMarketTradable,
})

/**
 * Makes an operator's change. Returns the changed instrument; undefined for an unknown instrument.
 */
export async function changeInstrument(
  drizzle: Drizzle,
  changed: string,
  change: Partial<Pick<Instrument, 'tradable' | 'dayMarketTradable'>>,
): Promise<Instrument | undefined> {
  const [found] = await drizzle
    .update(instruments)
    .set(change)
    .where(eq(symbol, changed))
    .returning()
  return found
}

const everyInstrument = statement(
  [],
  sql`select ${instrument.list} from ${instruments} order by ${symbol}`,
  (row): Instrument => instrument.decode(row),
)

export const listInstruments = (runner: StatementRunner): Promise<readonly Instrument[]> =>
  runner.all(everyInstrument, {})

const plain = statement(
  ['symbols', 'exchange'],
  sql`insert into ${instruments} (symbol, name, type, exchange, tradable, day_market_tradable)
    select symbol, symbol, 'COMMON_STOCK', ${parameter('exchange', 'text')}, 'TRADABLE', true
    from unnest(${parameter('symbols', 'text[]')}) as incoming (symbol)
    on conflict do nothing`,
)

/** The ISO 10383 code for no exchange. */
const NO_EXCHANGE = 'XXXX'

/** Adds instruments of which only the symbol is known. */
export async function addPlainInstruments(
  runner: StatementRunner,
  symbols: readonly string[],
): Promise<void> {
  await runner.all(plain, { symbols: arrayLiteral(symbols), exchange: NO_EXCHANGE })
}

const allSymbols = statement([], sql`select ${symbol} from ${instruments}`, ([symbol]) =>
  String(symbol),
)

export const symbolsIn = async (runner: StatementRunner): Promise<Set<string>> =>
  new Set(await runner.all(allSymbols, {}))

/** Which orders an instrument accepted until the change. */
export interface TradabilityBefore extends Tradability {
  readonly changedAt: Instant
}

/**
 * Saves the state that is about to change; of changes at one instant, the state before the first.
 */
export async function keepTradability(
  drizzle: Drizzle,
  symbol: string,
  changedAt: Instant,
): Promise<void> {
  const before = drizzle
    .select({
      symbol: instruments.symbol,
      changedAt: sql`${changedAt.toString()}::timestamptz`.as('changed_at'),
      tradableBefore: instruments.tradable,
      dayMarketTradableBefore: instruments.dayMarketTradable,
    })
    .from(instruments)
    .where(eq(instruments.symbol, symbol))
  await drizzle.insert(instrumentChanges).select(before).onConflictDoNothing()
}

/** The changes after the instant, oldest first. */
export const tradabilityChanges = (
  drizzle: Drizzle,
  symbol: string,
  after: Instant,
  limit: number,
): Promise<TradabilityBefore[]> =>
  drizzle
    .select({
      changedAt: instrumentChanges.changedAt,
      tradable: instrumentChanges.tradableBefore,
      dayMarketTradable: instrumentChanges.dayMarketTradableBefore,
    })
    .from(instrumentChanges)
    .where(and(eq(instrumentChanges.symbol, symbol), gt(instrumentChanges.changedAt, after)))
    .orderBy(asc(instrumentChanges.changedAt))
    .limit(limit)

/** See `ListedInstrument` in src/market/instruments/listed.ts. */
export interface InstrumentModel {
  readonly referencePrice: Price
  readonly annualVolatility: number
  readonly dailyVolume: number
  readonly beta: number
  /** As in a file of instruments; null if it was imported before files had groups. */
  readonly groups: string | null
  readonly follows: string | null
}

export type ModelledInstrument = Instrument & InstrumentModel

/** Counts of one import; instruments that were stored unchanged count in neither. */
export interface Imported {
  readonly added: number
  readonly changed: number
}

/** Adds or changes all of the instruments, or none on an error. */
export const importInstruments = (
  drizzle: Drizzle,
  imported: readonly ModelledInstrument[],
): Promise<Imported> =>
  drizzle.transaction(async (transaction) => {
    const before = new Map(
      (await listModelled(transaction)).map((instrument) => [instrument.symbol, instrument]),
    )
    const known = new Set(
      (await transaction.select({ symbol: instruments.symbol }).from(instruments)).map(
        ({ symbol }) => symbol,
      ),
    )
    const changed = imported.filter(
      (instrument) => !isSame(before.get(instrument.symbol), instrument),
    )
    for (const each of changed) {
      const { symbol, ...instrument } = columnsOf(each)
      const model = modelOf(each)
      await transaction
        .insert(instruments)
        .values({ symbol, ...instrument })
        .onConflictDoUpdate({ target: instruments.symbol, set: instrument })
      await transaction
        .insert(instrumentModels)
        .values({ symbol, ...model })
        .onConflictDoUpdate({ target: instrumentModels.symbol, set: model })
    }
    const added = changed.filter(({ symbol }) => !known.has(symbol)).length
    return { added, changed: changed.length - added }
  })

const modelOf = (modelled: ModelledInstrument): InstrumentModel => ({
  referencePrice: modelled.referencePrice,
  annualVolatility: modelled.annualVolatility,
  dailyVolume: modelled.dailyVolume,
  beta: modelled.beta,
  groups: modelled.groups,
  follows: modelled.follows,
})

/** Compares as JSON, in which prices are plain decimals without trailing zeros. */
const isSame = (before: ModelledInstrument | undefined, now: ModelledInstrument): boolean =>
  before !== undefined && Bun.deepEquals(comparable(before), comparable(now))

const comparable = (modelled: ModelledInstrument) => ({
  ...columnsOf(modelled),
  ...modelOf(modelled),
  referencePrice: modelled.referencePrice.toJSON(),
})

/** Returns the instruments with imported figures, by symbol. */
export async function listModelled(drizzle: Drizzle): Promise<readonly ModelledInstrument[]> {
  const rows = await drizzle
    .select()
    .from(instrumentModels)
    .innerJoin(instruments, eq(instruments.symbol, instrumentModels.symbol))
    .orderBy(instruments.symbol)
  return rows.map((row) => ({ ...row.instruments, ...row.instrument_models }))
}
