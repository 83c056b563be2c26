/** All servers of a database must have the same seed, feed and tick. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { marketCommand } from '../../src/clients/cli/market/command'
import { settledMarket } from '../../src/ledger/market-state'
import { StartError } from '../../src/postgres/errors'
import { agreedMarket } from '../../src/server/compose/market'
import { readConfig } from '../../src/server/config/config'
import { run } from '../support/command'
import { freshDatabase } from '../support/database'
import { STORAGES } from '../support/storage'

const database = await freshDatabase()
beforeEach(freshDatabase)

type Env = Readonly<Record<string, string>>

function configOf(env: Env) {
  const read = readConfig(env)
  if ('faults' in read) throw new Error(JSON.stringify(read.faults))
  return read.config
}
/** The market's seed of a server that starts with this environment. */
async function started(env: Env, on = database): Promise<bigint> {
  const { market } = await agreedMarket(on, configOf(env), async ({ seed }) => seed)
  return market
}
const refusal = (env: Env) =>
  started(env).then(
    () => '',
    (error: unknown) => (error instanceof StartError ? error.message : String(error)),
  )

describe('the first server of a database', () => {
  test('settles the seed, feed and tick of all', async () => {
    await started({ MARKET_SEED: '7', MARKET_TICK_MS: '500' })
    const settled = { seed: 7n, seedDrawn: false, feed: 'simulated', tickMs: 500 }
    expect(await settledMarket(database)).toEqual(settled)
    expect(await started({ MARKET_SEED: '7', MARKET_TICK_MS: '500' })).toBe(7n)
  })

  test('settles nothing if it cannot open its market', async () => {
    const failing = agreedMarket(database, configOf({}), () => Promise.reject(new Error('no bars')))
    await expect(failing).rejects.toThrow('no bars')
    expect(await settledMarket(database)).toBeUndefined()
  })

  test.each<Env>([{}, { MARKET_SEED: 'random' }])(
    '[run.seed-random] draws a seed for %j, which later servers use',
    async (env) => {
      const seed = await started(env)
      expect(seed).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER))
      expect(await started({ MARKET_SEED: 'random' })).toBe(seed)
      expect(await started({})).toBe(seed)
      await freshDatabase()
      expect(await started(env)).not.toBe(seed)
    },
  )

  test.each<Env>([{ DATA_DIR: 'memory' }, { SCENARIO: 'opening.txt', SANDBOX: 'on' }])(
    '[run.seed] makes the same market at each start with %j',
    async (env) => {
      expect(await started(env)).toBe(1n)
    },
  )

  test('and a second one at the same moment have one seed', async () => {
    const [one, other] = await Promise.all([
      started({ MARKET_SEED: 'random' }),
      started({ MARKET_SEED: 'random' }),
    ])
    expect(one).toBe(other)
  })
})

describe('another server of a database', () => {
  test('without MARKET_SEED has the seed of the first one', async () => {
    await started({ MARKET_SEED: '7' })
    expect(await started({})).toBe(7n)
  })

  test('[run.one-market] with others refuses to start: the variables, both values, and what to do', async () => {
    await started({ MARKET_SEED: '7' })
    expect(await refusal({ MARKET_SEED: '8', MARKET_TICK_MS: '500' })).toBe(
      'MARKET_SEED is 8 and MARKET_TICK_MS is 500, but the market of this database has 7 and ' +
        '1000, and all its servers must agree. Start with MARKET_SEED=7 and ' +
        'MARKET_TICK_MS=1000, ' +
        'choose another database, or end its servers and change it with `paper market adopt`.',
    )
    expect(await refusal({ MARKET_SEED: '7', MARKET_FEED: 'replay' })).toStartWith(
      'MARKET_FEED is replay, but the market of this database has simulated,',
    )
    expect(await refusal({ MARKET_SEED: 'random' })).toStartWith('MARKET_SEED is random, but')
  })

  test('never sees a seed that was drawn, nor whether it guessed it', async () => {
    const seed = await started({ MARKET_SEED: 'random' })
    const message = await refusal({ MARKET_SEED: String(seed) })
    expect(message).toContain('the market of this database has random')
    expect(message).toContain('Start with MARKET_SEED=random')
  })
})

describe.each(STORAGES)('paper market adopt, on %s', (_, openStorage) => {
  const adopt = async (env: Env) => {
    const { outcome, said } = await run(marketCommand, ['adopt'], { env })
    return { outcome, said }
  }

  test('gives a database that no server uses the settings of its environment', async () => {
    const storage = await openStorage()
    const env = { ...storage.settings, MARKET_SEED: '8', MARKET_TICK_MS: '500' }
    expect((await adopt(env)).said).toContain('No server has started')
    const first = await storage.open()
    await started({ MARKET_SEED: '7' }, first)
    await first.close()
    expect(await adopt(env)).toEqual({
      outcome: undefined,
      said:
        'MARKET_SEED  7 → 8\nMARKET_TICK_MS  1000 → 500\n' +
        'Servers start with these from now on.',
    })
    expect((await adopt(env)).said).toBe('The database has these settings already.')
    const next = await storage.open()
    expect(await started({ MARKET_SEED: '8', MARKET_TICK_MS: '500' }, next)).toBe(8n)
    await next.close()
    await storage.remove()
  })
})

describe.each(STORAGES)('paper market seed, on %s', (_, openStorage) => {
  test('[run.seed-random] shows the operator the seed of the database', async () => {
    const storage = await openStorage()
    const env = storage.settings
    const shown = async (...line: readonly string[]) =>
      (await run(marketCommand, ['seed', ...line], { env })).said
    expect(await shown()).toContain('No server has started')
    expect(await shown('--json')).toBe('{"seed":null}')
    const database = await storage.open()
    const seed = await started({}, database)
    await database.close()
    expect(await shown()).toBe(String(seed))
    expect(await shown('--json')).toBe(`{"seed":"${seed}","drawn":true}`)
    await storage.remove()
  })
})
