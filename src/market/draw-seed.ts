/** Draws the market's seed, which nobody can guess. The market has no other random draw. */
import { randomBytes } from 'node:crypto'

const SEED_BYTES = 16

/** 128 random bits. */
export const drawSeed = (): bigint => BigInt(`0x${randomBytes(SEED_BYTES).toString('hex')}`)
