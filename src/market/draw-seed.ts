/** The one draw of the market: a seed that nobody can guess. */
import { randomBytes } from 'node:crypto'

const SEED_BYTES = 16

/** 128 random bits. */
export const drawSeed = (): bigint => BigInt(`0x${randomBytes(SEED_BYTES).toString('hex')}`)
