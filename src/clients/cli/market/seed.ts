/** `paper market seed`: shows the seed of the database's market [run.seed-random]. */
import { settledMarket } from '../../../ledger/market-state'
import { type CommandFault, fault, isFault } from '../../../lib/fault'
import { DEFAULT_SEED, MARKET_SEED } from '../../../server/config/market'
import { action, readOption } from '../shared/command-line'
import { onDatabase } from '../shared/on-database'

/** The seed of `--seed`, or of MARKET_SEED. */
export function readSeed(
  text: string | undefined,
  configured: bigint | 'random' | null,
): bigint | CommandFault {
  const seed = readOption('seed', text, MARKET_SEED, configured)
  if (isFault(seed)) return seed
  if (seed !== 'random') return seed ?? DEFAULT_SEED
  return fault('This command reads no seed from a database: name one with --seed.')
}

export const seedAction = action({ operands: [], options: { json: 'flag' } }, (line, context) =>
  onDatabase(context, async (database) => {
    const { terminal } = context
    const settled = await settledMarket(database)
    const isJson = line.flag('json')
    if (settled === undefined) {
      terminal.say(isJson ? JSON.stringify({ seed: null }) : NO_SEED)
      return undefined
    }
    const shown = { seed: String(settled.seed), drawn: settled.seedDrawn }
    terminal.say(isJson ? JSON.stringify(shown) : shown.seed)
    return undefined
  }),
)

const NO_SEED = 'No server has started on this database yet: the first one settles the seed.'
