/** Imported instruments, and what the simulated market makes up their prices from. */
import { eq } from 'drizzle-orm'
import type { Instrument } from '../core/instrument'
import type { Price } from '../core/units'
import type { Drizzle } from './database'
import { instrumentModels, instruments } from './schema'

/** See `ListedInstrument` in src/market/instruments/reference.ts. */
export interface InstrumentModel {
  readonly referencePrice: Price
  readonly annualVolatility: number
  readonly dailyVolume: number
  readonly beta: number
}

export type ModelledInstrument = Instrument & InstrumentModel

/** What became of them; the others were there already, just so. */
export interface Imported {
  readonly added: number
  readonly changed: number
}

/** Adds those that are not there, changes those that are; all of them or, on an error, none. */
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
    for (const { symbol, ...figures } of changed) {
      const { name, type, exchange, tradable, dayMarketTradable, ...model } = figures
      const instrument = { name, type, exchange, tradable, dayMarketTradable }
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

const isSame = (before: ModelledInstrument | undefined, now: ModelledInstrument): boolean =>
  before !== undefined &&
  before.name === now.name &&
  before.type === now.type &&
  before.exchange === now.exchange &&
  before.tradable === now.tradable &&
  before.dayMarketTradable === now.dayMarketTradable &&
  before.referencePrice.eq(now.referencePrice) &&
  before.annualVolatility === now.annualVolatility &&
  before.dailyVolume === now.dailyVolume &&
  before.beta === now.beta

/** By symbol: the instruments whose figures have been imported. */
export async function listModelled(drizzle: Drizzle): Promise<readonly ModelledInstrument[]> {
  const rows = await drizzle
    .select()
    .from(instrumentModels)
    .innerJoin(instruments, eq(instruments.symbol, instrumentModels.symbol))
    .orderBy(instruments.symbol)
  return rows.map((row) => ({ ...row.instruments, ...row.instrument_models }))
}
