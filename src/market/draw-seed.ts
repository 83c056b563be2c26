/** The one draw of the market: a seed that nobody can guess (MARKET_SEED=random). */
import { randomBytes } from 'node:crypto'

/** 48 random bits: a whole number that JSON and doubles keep. */
export const drawSeed = (): number => randomBytes(6).readUIntBE(0, 6)
