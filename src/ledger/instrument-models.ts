/** Imported instruments, and what the simulated market makes up their prices from. */
import { eq } from 'drizzle-orm'
import type { Instrument } from '../core/instrument'
import type { Price } from '../core/money'
import type { Drizzle } from '../postgres/database'
import { instrumentModels, instruments } from '../postgres/schema'
import { columnsOf } from './instruments'

/** See `ListedInstrument` in src/market/instruments/listed.ts. */
export interface InstrumentModel {
  readonly referencePrice: Price
  readonly annualVolatility: number
  readonly dailyVolume: number
  readonly beta: number
  /** As in a file of instruments; null: it was imported before files said it. */
  readonly groups: string | null
  readonly follows: string | null
}

export type ModelledInstrument = Instrument & InstrumentModel

/** Counts of one import; its other instruments were stored already, unchanged. */
export interface Imported {
  readonly added: number
  readonly changed: number
}

/** Adds or changes the instruments: all of them or, on an error, none. */
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

/** Prices compare as JSON: plain decimals without trailing zeros. */
const isSame = (before: ModelledInstrument | undefined, now: ModelledInstrument): boolean =>
  before !== undefined && Bun.deepEquals(comparable(before), comparable(now))

const comparable = (modelled: ModelledInstrument) => ({
  ...columnsOf(modelled),
  ...modelOf(modelled),
  referencePrice: modelled.referencePrice.toJSON(),
})

/** By symbol: the instruments whose figures have been imported. */
export async function listModelled(drizzle: Drizzle): Promise<readonly ModelledInstrument[]> {
  const rows = await drizzle
    .select()
    .from(instrumentModels)
    .innerJoin(instruments, eq(instruments.symbol, instrumentModels.symbol))
    .orderBy(instruments.symbol)
  return rows.map((row) => ({ ...row.instruments, ...row.instrument_models }))
}
