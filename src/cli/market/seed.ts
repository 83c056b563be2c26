/** `paper market seed`: the seed of the database's market, for its operator [run.seed-random]. */
import { settledMarket } from '../../store/tables/market-settings'
import { action } from '../shared/command'
import { onDatabase } from '../shared/on-database'

export const seed = action({ operands: [], options: { json: 'flag' } }, (line, context) =>
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
