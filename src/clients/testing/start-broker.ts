import { type Broker, brokerAt } from './broker'
import { serveApart } from './child'
import { type BrokerOptions, settingsOf } from './options'
import type { Running } from './running'

/**
 * Starts a whole broker [testkit.start], with its own database in memory, its own market and its
 * own port; nothing of it is shared with another [testkit.apart].
 * `await using broker = await startBroker()` ends it with the test. In Bun it runs in this process;
 * elsewhere in a process of its own, for which Bun must be installed. Throws what is wrong with the
 * options.
 */
export async function startBroker(options: BrokerOptions = {}): Promise<Broker> {
  const { variables, bot, sandboxKey } = settingsOf(options)
  const isBun = process.versions.bun !== undefined
  const { process: place = isBun ? 'own' : 'child' } = options
  if (place === 'own' && !isBun) throw new Error("startBroker: process 'own' needs Bun")
  const running = place === 'own' ? await serveInProcess(variables) : await serveApart(variables)
  try {
    return await brokerAt({ running, bot, sandboxKey })
  } catch (error) {
    await running.close()
    throw error
  }
}

/** What a broker is made of runs nowhere else, so it is loaded here. */
async function serveInProcess(variables: Readonly<Record<string, string>>): Promise<Running> {
  // Other threads compile the database's code while this one loads the rest.
  if (variables.DATA_DIR === 'memory')
    (await import('../../postgres/drivers/pglite-code')).pgliteCode()
  return (await import('./in-process')).serveHere(variables)
}
