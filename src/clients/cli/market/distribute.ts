/** `paper market distribute`: spreads accounts over the machines of a cluster [run.distribute]. */
import { fault, isFault } from '../../../lib/fault'
import { plural } from '../../../lib/text'
import { distributeServer } from '../../../postgres/drivers/distribute-server'
import { parseWholeNumber } from '../../../server/config/setting'
import { action, type OptionFormat, readOption } from '../shared/command-line'
import { configOf } from '../shared/on-database'

const SHARDS_MAX = 1_000

const SHARDS: OptionFormat<number> = {
  allowed: `a whole number from 1 to ${SHARDS_MAX}`,
  read: (text) => parseWholeNumber(text, 1, SHARDS_MAX),
}

export const distributeAction = action(
  { operands: [], options: { shards: 'text', json: 'flag' } },
  async (line, { env, terminal }) => {
    const shards = readOption('shards', line.text('shards'), SHARDS, null)
    if (isFault(shards)) return shards
    const config = configOf(env)
    if (isFault(config)) return config
    const { database } = config
    if (database.kind !== 'server') {
      return fault('Only a PostgreSQL with Citus has other machines: set DATABASE_URL.')
    }
    const done = await distributeServer(database.url, shards)
    if (done === 'in use') {
      return fault(
        'A server runs this database’s market. End all its servers, then run this again.',
      )
    }
    if (line.flag('json')) terminal.say(JSON.stringify(done))
    else {
      for (const step of done.steps) terminal.say(step)
      const where = `${plural(done.shards, 'shard')} on ${plural(done.workers, 'worker')}`
      const { length } = done.steps
      terminal.say(length === 0 ? `It is distributed already: ${where}.` : `Distributed: ${where}.`)
    }
    return undefined
  },
)
