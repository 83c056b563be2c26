/** `paper market adopt`: another seed, feed or tick for a database [run.one-market]. */

import { chosenMarket, replaceMarketSettings, settledMarket } from '../../../ledger/market'
import { drawSeed } from '../../../market/draw-seed'
import { differences } from '../../../server/config/market-settings'
import { action } from '../shared/command'
import { onDatabase } from '../shared/on-database'
import { withNoServer } from './with-no-server'

export const adopt = action({ operands: [], options: { json: 'flag' } }, (line, context) =>
  onDatabase(context, (database, config) =>
    withNoServer(database, async () => {
      const isJson = line.flag('json')
      const settled = await settledMarket(database)
      if (settled === undefined) {
        context.terminal.say(
          'No server has started on this database yet: the first one will settle them.',
        )
        return undefined
      }
      const changes = differences(config, settled)
      if (changes.length === 0 && !isJson) {
        context.terminal.say('The database has these settings already.')
        return undefined
      }
      const chosen = chosenMarket(config, drawSeed)
      const isOwn = config.seed === 'random' && settled.seedDrawn
      const keepsSeed = config.seed === null || isOwn
      const { seed, seedDrawn } = keepsSeed ? settled : chosen
      if (changes.length > 0) {
        await replaceMarketSettings(database, { ...chosen, seed, seedDrawn })
      }
      if (isJson) {
        context.terminal.say(JSON.stringify({ changes }))
        return undefined
      }
      for (const { variable, asked, settled } of changes) {
        context.terminal.say(`${variable}  ${settled} → ${asked}`)
      }
      context.terminal.say('Servers start with these from now on.')
      return undefined
    }),
  ),
)
