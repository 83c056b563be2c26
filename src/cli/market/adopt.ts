/** `bun run market adopt`: another seed, feed or tick for a database that has one (D15). */
import { differences } from '../../config/market-settings'
import { fault, isFault } from '../../core/fault'
import {
  chosenMarket,
  replaceMarketSettings,
  settledMarket,
} from '../../store/tables/market-settings'
import { commandLine } from '../command-line'
import { type CommandContext, type Outcome, onDatabase } from '../shell'
import { withNoServer } from './alone'

export async function runAdopt(
  args: readonly string[],
  { terminal, env }: CommandContext,
): Promise<Outcome> {
  const line = commandLine(args, {})
  if (isFault(line)) return line
  if (line.operands.length > 1) return fault('adopt takes no operands; the environment says it.')
  return onDatabase(env, (database, config) =>
    withNoServer(database, async () => {
      const settled = await settledMarket(database)
      if (settled === undefined) {
        terminal.say('No server has started on this database yet: the first one’s settings count.')
        return undefined
      }
      const changes = differences(config, settled)
      if (changes.length === 0) {
        terminal.say('The database has these settings already.')
        return undefined
      }
      const chosen = chosenMarket(config)
      const kept = config.seed === 'random' && settled.seedDrawn
      const { seed, seedDrawn } = kept ? settled : chosen
      await replaceMarketSettings(database, { ...chosen, seed, seedDrawn })
      for (const { variable, asked, settled } of changes) {
        terminal.say(`${variable}  ${settled} → ${asked}`)
      }
      terminal.say('Servers start with these from now on.')
      return undefined
    }),
  )
}
