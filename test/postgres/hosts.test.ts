/** A DATABASE_URL with several hosts, which are scripted: each says what it is when it is asked. */
import { afterEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { checkPostgres } from '../../src/clients/cli/doctor/checks'
import type { Database } from '../../src/postgres/database'
import { databaseAt } from '../../src/postgres/drivers/postgres'
import { statement } from '../../src/postgres/statement'
import { type Reply, type ScriptedPostgres, scriptedPostgres } from '../support/scripted-postgres'
import { until } from '../support/until'

const STANDBY = 'it is a standby'
const READ_ONLY = 'it is read-only'
const PRIMARY = ''

interface Host extends ScriptedPostgres {
  /** What it says of itself. */
  role: string
  /** Never answers the question what it is. */
  isSilent: boolean
}

const opened: { stop(): void }[] = []
let database: Database | null = null
afterEach(async () => {
  for (const each of opened.splice(0)) each.stop()
  await database?.close()
  database = null
})

async function host(role: string): Promise<Host> {
  const state = { role, isSilent: false }
  const server = await scriptedPostgres((text): Reply => {
    if (text.includes('pg_is_in_recovery')) {
      return state.isSilent ? { silent: true } : { rows: [[state.role]] }
    }
    if (text.includes('changing')) {
      return state.role === PRIMARY ? { rows: [['changed']] } : { error: '25006' }
    }
    if (text.includes('waiting')) return { silent: true }
    return { rows: [['read']] }
  })
  opened.push(server)
  return Object.assign(state, server)
}

/** Their URL in libpq's form. */
const urlOf = (hosts: readonly Pick<ScriptedPostgres, 'url'>[]): string =>
  `postgres://paper:secret@${hosts.map(({ url }) => new URL(url).host).join(',')}/paper`

function open(...hosts: readonly Pick<ScriptedPostgres, 'url'>[]): Database {
  // With the patience of a command, since a busy machine takes longer than a client waits.
  database = databaseAt(urlOf(hosts), 'cli')
  return database
}

const read = statement([], sql`select reading`, ([answer]) => String(answer))
const waiting = statement([], sql`select waiting`, ([answer]) => String(answer))
const change = statement([], sql`update changing`, ([answer]) => String(answer))
const changeIn = (at: Database) => at.transaction((transaction) => transaction.all(change, {}))

const receivedBy = ({ received }: Host, part: string): number =>
  received.filter(([, text]) => text.includes(part)).length

test('[run.hosts] of several hosts the one that takes changes gets everything', async () => {
  const [standby, readOnly, primary] = [await host(STANDBY), await host(READ_ONLY), await host('')]
  const at = open(standby, readOnly, primary)
  expect(await Promise.all([at.all(read, {}), changeIn(at)])).toEqual([['read'], ['changed']])
  for (const other of [standby, readOnly]) {
    expect([receivedBy(other, 'reading'), receivedBy(other, 'changing')]).toEqual([0, 0])
  }
})

test('[run.hosts] a host that nobody listens on is passed over', async () => {
  const [gone, primary] = [await host(PRIMARY), await host(PRIMARY)]
  gone.stop()
  expect(await changeIn(open(gone, primary))).toEqual(['changed'])
})

test('[run.hosts] a host that stays silent is passed over', async () => {
  const [silent, primary] = [await host(PRIMARY), await host(PRIMARY)]
  silent.isSilent = true
  expect(await changeIn(open(silent, primary))).toEqual(['changed'])
})

test('[run.hosts] after a fail-over the next change goes to the new primary, without an error', async () => {
  const [first, second] = [await host(PRIMARY), await host(STANDBY)]
  const at = open(first, second)
  await changeIn(at)
  // The connections live: the first refusal says what has happened.
  first.role = STANDBY
  second.role = PRIMARY
  expect(await changeIn(at)).toEqual(['changed'])
  expect(receivedBy(second, 'changing')).toBe(1)
})

test('[run.hosts] no read is of a former primary, once a change was refused there', async () => {
  const [first, second] = [await host(PRIMARY), await host(STANDBY)]
  const at = open(first, second)
  await Promise.all([at.all(read, {}), changeIn(at)])
  const late = at.all(waiting, {}).catch(() => 'given up')
  await until(
    async () => receivedBy(first, 'waiting'),
    (times) => times === 1,
  )
  first.role = READ_ONLY
  second.role = PRIMARY
  await changeIn(at)
  const before = receivedBy(first, 'reading')
  await at.all(read, {})
  expect([receivedBy(first, 'reading'), receivedBy(second, 'reading')]).toEqual([before, 1])
  // The read that was under way is asked again there.
  await until(
    async () => receivedBy(second, 'waiting'),
    (times) => times === 1,
  )
  await at.close()
  expect(await late).toBe('given up')
})

test('[run.hosts] notifications are received from the host that takes changes, also after a fail-over', async () => {
  const [first, second] = [await host(STANDBY), await host(PRIMARY)]
  const at = open(first, second)
  let connected = 0
  await until(
    () =>
      at.notifications
        .listen(
          () => {},
          () => connected++,
        )
        .then(
          () => true,
          () => false,
        ),
    (listens) => listens,
  )
  const before = connected
  first.role = PRIMARY
  second.role = STANDBY
  second.drop()
  await until(
    async () => connected,
    (times) => times > before,
  )
  expect(receivedBy(first, 'listen ')).toBeGreaterThan(0)
})

test('[run.hosts] an answer that no host can give is refused, and comes when one can again', async () => {
  const [first, second] = [await host(STANDBY), await host(STANDBY)]
  const at = open(first, second)
  const changed = changeIn(at)
  await until(
    async () => receivedBy(first, 'recovery') + receivedBy(second, 'recovery'),
    (asked) => asked >= 3,
  )
  second.role = PRIMARY
  expect(await changed).toEqual(['changed'])
})

test('[run.hosts] the doctor names each host without its password, and what to do', async () => {
  const gone = await host(PRIMARY)
  gone.stop()
  const { host: address } = new URL(gone.url)
  const findings = await checkPostgres(urlOf([gone, gone]), null, () => 0)
  expect(findings).toMatchObject([
    { state: 'wrong', remedy: 'start the primary, or promote a standby' },
  ])
  const found = findings.map((each) => each.found).join()
  expect(found).toMatch(
    new RegExp(
      `^PostgreSQL at ${address},${address}/paper: none of its hosts takes changes: ` +
        String.raw`${address} cannot be reached \(.*\); ${address} `,
    ),
  )
  expect(JSON.stringify(findings)).not.toContain('secret')
})
