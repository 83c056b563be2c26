import { MARKET_SEED } from '../../config/market'
import { type CommandFault, fault, isFault } from '../../core/fault'
import { readOption } from '../shared/options'

/** `--seed`, or MARKET_SEED. A drawn seed is known to no command. */
export function readSeed(
  text: string | undefined,
  configured: number | 'random',
): number | CommandFault {
  const seed = readOption('seed', text, MARKET_SEED, configured)
  if (isFault(seed) || seed !== 'random') return seed
  return fault('A random seed is never shown; name another one with --seed.')
}
