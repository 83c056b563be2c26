import { createHash } from 'node:crypto'
import { parseInstruments } from './reference'
import csv from './us.csv' with { type: 'text' }

/** Sorted by symbol. */
export const US_INSTRUMENTS = parseInstruments(csv)

/** Differs when one of them does. */
export const US_LISTING = createHash('sha256').update(csv).digest('hex')
