import { eq, sql } from 'drizzle-orm'
import type { Instrument } from '../core/instrument'
import type { Drizzle } from './database'
import { instruments } from './schema'
import { arrayLiteral, parameter, type StatementRunner, selection, statement } from './statement'

const { symbol, name, type, exchange, tradable, dayMarketTradable } = instruments
const instrument = selection({ symbol, name, type, exchange, tradable, dayMarketTradable })

const bySymbols = statement(
  ['symbols'],
  sql`select ${instrument.list} from ${instruments}
    where ${symbol} = any(${parameter('symbols', 'text[]')})`,
  (row): Instrument => instrument.decode(row),
)

/** The instruments that exist among the symbols. */
export const instrumentsOf = (runner: StatementRunner, symbols: readonly string[]) =>
  runner.all(bySymbols, { symbols: arrayLiteral(symbols) })

/** Adds the instruments that are not there yet; what an operator has changed stays as it is. */
export async function addInstruments(
  drizzle: Drizzle,
  listed: readonly Instrument[],
): Promise<void> {
  if (listed.length === 0) return
  const rows = listed.map(({ symbol, name, type, exchange, tradable, dayMarketTradable }) => ({
    symbol,
    name,
    type,
    exchange,
    tradable,
    dayMarketTradable,
  }))
  await drizzle.insert(instruments).values(rows).onConflictDoNothing()
}

/** Changes what an operator may; the instrument after it, undefined where there is none. */
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

/** Adds instruments of which nothing but the symbol is known. */
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
