/** A machine's clock that is wrong for a while neither stops the market nor bars a restart. */
import { afterEach, describe, expect, test } from 'bun:test'
import { Temporal } from '../../src/core/time'
import { killServers } from '../support/server-process'
import { steeredWallClock } from '../support/steered-wall-clock'
import { STORAGES } from '../support/storage'
import { apiOf, signIn } from '../support/trader'
import { MONDAY_AT_TEN } from '../support/trading-floor'
import { until } from '../support/until'

afterEach(async () => {
  await killServers()
})

const HOUR_MS = 3_600_000
const JUMPS = [
  ['hour', HOUR_MS],
  ['year', 365 * 24 * HOUR_MS],
] as const

async function noticesOf(url: string): Promise<string> {
  const { data, error } = await apiOf(url).health.get()
  const health = data ?? error.value
  return 'notices' in health ? health.notices.join('; ') : ''
}

describe.each(STORAGES)('a server on %s', (_, openStorage) => {
  test('trades on while its clock is an hour or a year ahead, and restarts', async () => {
    const storage = await openStorage()
    const clock = await steeredWallClock(MONDAY_AT_TEN)
    const server = clock.start(storage.settings)
    const url = await server.listening
    const trader = await signIn(url)
    for (const [name, aheadMs] of JUMPS) {
      await clock.setOff(aheadMs)
      await until(
        () => noticesOf(url),
        (notices) => /clock has jumped [\d,]+ s ahead, which is not followed/.test(notices),
      )
      await trader.filled((await trader.buy(`meanwhile-${name}`)).orderId)
      await server.said('this machine’s clock has jumped')
      await clock.setOff(0)
      await trader.filled((await trader.buy(`after-${name}`)).orderId)
      await until(
        () => noticesOf(url),
        (notices) => !notices.includes('jumped'),
      )
    }
    await server.said('this machine’s clock is followed again')
    const latestMs = MONDAY_AT_TEN.add({ minutes: 10 }).epochMilliseconds
    const times = (await trader.fills()).map(({ filledAt }) => Temporal.Instant.from(filledAt))
    expect(times).toHaveLength(4)
    expect(times.filter(({ epochMilliseconds }) => epochMilliseconds > latestMs)).toEqual([])

    await server.kill('SIGKILL')
    const next = await signIn(await clock.start(storage.settings).listening)
    await next.filled((await next.buy('restarted')).orderId)
    await killServers()
    await clock.remove()
    await storage.remove()
  })
})
