/** Decisions of the composition root: which jobs run, and which parts a commit notifies. */
import { afterEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { price, quantity } from '../../src/core/money'
import { isRefused } from '../../src/core/refusals'
import { type Instant, Temporal } from '../../src/core/time'
import { pinQuote } from '../../src/ledger/pinned-quotes'
import type { Database } from '../../src/postgres/database'
import { tokens } from '../../src/postgres/schema/identity'
import { instruments } from '../../src/postgres/schema/market'
import type { Config } from '../../src/server/config/config'
import { type Api, openApi } from '../support/api'
import { CLIENT_ID, MONDAY_AT_TEN } from '../support/trading-floor'

const DAY_MS = 86_400_000
/** The maximum time until the job of a shared database reads a change. */
const REFRESHED_MS = 2_500

let api: Api | null = null
/** Resolves when the running jobs have ended. */
async function close(): Promise<void> {
  await api?.close()
  api = null
}
afterEach(close)

async function open(settings: Parameters<typeof openApi>[0] = {}): Promise<Api> {
  api = await openApi(settings)
  return api
}

describe('expired tokens', () => {
  /** The server's clock begins here. */
  const NOW = Temporal.Instant.fromEpochMilliseconds(1_700_000_000_000)
  const expiredFor = (days: number): Instant => NOW.subtract({ hours: days * 24 })

  const keep = (database: Database, expiresAt: Instant) =>
    database.drizzle.insert(tokens).values({
      tokenHash: String(expiresAt),
      clientId: CLIENT_ID,
      revokedAt: null,
      issuedAt: expiresAt.subtract({ hours: 12 }),
      expiresAt,
    })
  const expired = async ({ drizzle }: Database) => {
    const kept = await drizzle.select().from(tokens).orderBy(tokens.expiresAt)
    return kept
      .map(({ expiresAt }) => expiresAt)
      .filter((at) => Temporal.Instant.compare(at, NOW) < 0)
  }

  test('of more than a week ago are deleted when the server starts', async () => {
    const first = await open()
    await keep(first.database, expiredFor(8))
    await keep(first.database, expiredFor(6))
    await close()
    await open({ database: first.database, config: { client: CLIENT } })
    expect(await expired(first.database)).toEqual([expiredFor(6)])
  })

  test('of more than a week ago are deleted daily while the server runs', async () => {
    const { database, pass } = await open()
    await keep(database, expiredFor(6.5))
    pass(DAY_MS - 1)
    expect(await expired(database)).toEqual([expiredFor(6.5)])
    pass(1)
    await close()
    expect(await expired(database)).toEqual([])
  })
})

const named = (symbol: string) => eq(instruments.symbol, symbol)
const CLIENT: Config['client'] = { clientId: CLIENT_ID, clientSecret: 'sk_test_0123456789' }
const SHARED: Config['database'] = { kind: 'server', url: 'postgres://127.0.0.1:1/shared' }

describe('a start on a database that an older version has used', () => {
  test('shows the instruments as they are listed now, those that it brings too', async () => {
    const { database, ...first } = await open({ feed: 'configured' })
    const listed = first.deps.instruments.find('AAPL')
    await close()
    await database.drizzle.update(instruments).set({ name: 'Old Inc.' }).where(named('AAPL'))
    await database.drizzle.delete(instruments).where(named('KO'))
    const { deps } = await open({ database, feed: 'configured', config: { client: CLIENT } })
    expect(deps.instruments.find('AAPL')).toEqual(listed)
    expect(deps.instruments.has('KO')).toBe(true)
  })
})

describe('a database that other servers change too', () => {
  const opensShared = (database: Config['database']) =>
    open({ config: { database, sandbox: true } })
  const statusOf = ({ deps }: Api) => deps.instruments.find('AAPL')?.tradable
  const askOf = ({ deps }: Api) =>
    deps.feed.bidAsk('AAPL', MONDAY_AT_TEN.add({ minutes: 1 }))?.askPrice.toFixed()

  async function changedByAnother({ database, operator }: Api): Promise<void> {
    await operator.setTradable('AAPL', 'SUSPENDED')
    await pinQuote(database, {
      symbol: 'AAPL',
      pinnedAt: MONDAY_AT_TEN,
      bidPrice: price('20'),
      bidSize: quantity('1'),
      askPrice: price('21'),
      askSize: quantity('1'),
    })
  }

  test('has its instruments and pins reloaded though no request reads them', async () => {
    const shared = await opensShared(SHARED)
    await changedByAnother(shared)
    shared.pass(REFRESHED_MS - 1)
    await shared.get('/v1/account')
    expect([statusOf(shared), askOf(shared)]).toEqual(['TRADABLE', '10'])
    shared.pass(1)
    await close()
    expect([statusOf(shared), askOf(shared)]).toEqual(['SUSPENDED', '21'])
    expect(shared.failures).toEqual([])
  })

  test('an embedded database is not reloaded: no other process can change it', async () => {
    const alone = await opensShared({ kind: 'memory' })
    await changedByAnother(alone)
    alone.pass(REFRESHED_MS)
    await close()
    expect([statusOf(alone), askOf(alone)]).toEqual(['TRADABLE', '10'])
  })
})

test('[stream.after-commit] a commit is handed to the streams of its account', async () => {
  const { events, floor } = await open()
  if (events === null) throw new Error('the stream is on')
  const seqs: number[] = []
  const notified = Promise.withResolvers<void>()
  const subscription = await events.subscribe('acc_1', 0, {
    onEvents(changes) {
      seqs.push(...changes.map(({ seq }) => seq))
      notified.resolve()
    },
    hasRoom: () => true,
    lost: () => {},
  })
  if (isRefused(subscription)) throw new Error(subscription.refused)
  subscription.resume()
  await floor.order('acc_1', { quantity: '1' })
  await notified.promise
  expect(seqs).toEqual([1])
})
