import { MARKET_SEED, USUAL_SEED } from '../../config/market'
import { type CommandFault, fault, isFault } from '../../core/fault'
import { readOption } from '../shared/options'

/** `--seed`, or MARKET_SEED. */
export function readSeed(
  text: string | undefined,
  configured: bigint | 'random' | null,
): bigint | CommandFault {
  const seed = readOption('seed', text, MARKET_SEED, configured)
  if (isFault(seed)) return seed
  if (seed !== 'random') return seed ?? USUAL_SEED
  return fault('This command asks no database for its seed: name one with --seed.')
}
