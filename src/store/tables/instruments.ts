import { eq, sql } from 'drizzle-orm'
import type { Instrument } from '../../core/instrument'
import type { Drizzle } from '../database'
import {
  arrayLiteral,
  parameter,
  type StatementRunner,
  selection,
  statement,
} from '../pg/statement'
import { instrumentModels, instruments } from '../schema'

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

const bySymbols = statement(
  ['symbols'],
  sql`select ${instrument.list} from ${instruments}
    where ${symbol} = any(${parameter('symbols', 'text[]')})`,
  (row): Instrument => instrument.decode(row),
)

/** The instruments that exist among the symbols. */
export const instrumentsOf = (runner: StatementRunner, symbols: readonly string[]) =>
  runner.all(bySymbols, { symbols: arrayLiteral(symbols) })

/** Adds the instruments that are not stored yet; stored ones stay as they are. */
export async function addInstruments(
  drizzle: Drizzle,
  listed: readonly Instrument[],
): Promise<void> {
  if (listed.length === 0) return
  await drizzle.insert(instruments).values(listed.map(columnsOf)).onConflictDoNothing()
}

/**
 * Adds the instruments that are not stored yet, and corrects the names and listings of stored ones.
 * An operator's changes stay: the tradable states, and imported instruments as a whole.
 */
export async function bringInstruments(
  drizzle: Drizzle,
  listed: readonly Instrument[],
): Promise<void> {
  const before = sql`(${name}, ${nameKo}, ${type}, ${exchange}, ${sector})`
  const now = {
    name: sql`excluded.name`,
    nameKo: sql`excluded.name_ko`,
    type: sql`excluded.type`,
    exchange: sql`excluded.exchange`,
    sector: sql`excluded.sector`,
  }
  const imported = drizzle
    .select({ symbol: instrumentModels.symbol })
    .from(instrumentModels)
    .where(eq(instrumentModels.symbol, symbol))
  await drizzle
    .insert(instruments)
    .values(listed.map(columnsOf))
    .onConflictDoUpdate({
      target: symbol,
      set: now,
      setWhere: sql`${before} is distinct from (${sql.join(Object.values(now), sql`, `)})
        and not exists ${imported}`,
    })
}

/** The instrument alone, of one that has more: figures, groups. */
export const columnsOf = (listed: Instrument): Instrument => ({
  symbol: listed.symbol,
  name: listed.name,
  nameKo: listed.nameKo,
  type: listed.type,
  exchange: listed.exchange,
  sector: listed.sector,
  tradable: listed.tradable,
  dayMarketTradable: listed.dayMarketTradable,
})

/** Makes an operator's change; returns the changed instrument, undefined for an unknown one. */
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

export const listInstruments = (drizzle: Drizzle): Promise<Instrument[]> =>
  drizzle.select().from(instruments).orderBy(symbol)

const plain = statement(
  ['symbols', 'exchange'],
  sql`insert into ${instruments} (symbol, name, type, exchange, tradable, day_market_tradable)
    select symbol, symbol, 'COMMON_STOCK', ${parameter('exchange', 'text')}, 'TRADABLE', true
    from unnest(${parameter('symbols', 'text[]')}) as incoming (symbol)
    on conflict do nothing`,
)

/** ISO 10383: none. */
const NO_EXCHANGE = 'XXXX'

/** Adds instruments known by their symbols alone. */
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
