import { parseInstruments } from './reference'
import csv from './us.csv' with { type: 'text' }

/** Sorted by symbol. */
export const US_INSTRUMENTS = parseInstruments(csv)
