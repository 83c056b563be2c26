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
