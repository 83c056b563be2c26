/** A standby becomes the primary under load, and a server whose DATABASE_URL has both goes on. */
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { auditCommand } from '../../src/clients/cli/audit/command'
import { doctorCommand } from '../../src/clients/cli/doctor/command'
import { openPostgres } from '../../src/postgres/drivers/postgres'
import { withoutPostgres } from '../crash/cluster'
import { run } from '../support/command'
import { newPair, type Pair, startCallers, startOnPair, storedOrders } from '../support/fail-over'
import { killServers } from '../support/server-process'
import { until } from '../support/until'

/** Processes are started, and others may keep the machine busy. */
setDefaultTimeout(600_000)

const CALLERS = 4
const ORDERS_BEFORE = 40
const ORDERS_AFTER = 40

describe.skipIf(withoutPostgres() !== null)('a primary with a synchronous standby', () => {
  let pair: Pair
  beforeAll(async () => {
    pair = await newPair(37)
  })
  afterEach(killServers)
  afterAll(() => pair.remove())

  test('[run.hosts] that dies under load, and whose standby is promoted, loses no acknowledged order', async () => {
    const server = startOnPair(pair)
    const callers = await startCallers(server, CALLERS)
    await callers.reached(ORDERS_BEFORE)
    // Its immediate shutdown: nothing is finished, and nothing more is sent to the standby.
    await pair.primary.kill('SIGQUIT')

    const refusal = () =>
      openPostgres(pair.databaseUrl).then(
        () => 'it started',
        ({ message }: Error) => message,
      )
    const [standby, primary] = [pair.standby, pair.primary].map(({ port }) => `127.0.0.1:${port}`)
    const why =
      `Cannot reach PostgreSQL at ${standby},${primary}/postgres (DATABASE_URL): none of its ` +
      `hosts takes changes: ${standby} is a standby, which takes no changes; ` +
      `${primary} cannot be reached (`
    // On a busy machine the standby may take longer to say what it is than a start waits.
    await until(refusal, (said) => said.startsWith(why))

    const before = callers.acknowledged.length
    await pair.standby.promote()
    await callers.reached(before + ORDERS_AFTER)
    await callers.stop()
    const stored = await storedOrders(pair.standby)
    const wrong = callers.acknowledged.filter(
      ({ clientOrderId, orderId }) => stored.get(clientOrderId)?.join() !== orderId,
    )
    expect(wrong).toEqual([])
    expect(stored.size).toBe(callers.acknowledged.length)
    expect((await server.kill('SIGTERM')).status).toBe(0)
  })

  test('[run.hosts] is audited and examined at the host that takes changes now', async () => {
    const env = { DATABASE_URL: pair.databaseUrl, PORT: '0' }
    const audited = await run(auditCommand, [], { env })
    expect(audited.said).toContain('nothing is wrong')
    const { said } = await run(doctorCommand, [], { env })
    expect(said).toContain(`127.0.0.1:${pair.standby.port},127.0.0.1:${pair.primary.port}`)
    expect(said).not.toContain('cannot be reached')
  })
})
