/** The statements for the migration lock that a start sends to a scripted PostgreSQL server. */
import { afterEach, expect, test } from 'bun:test'
import { prepareServer } from '../../src/postgres/drivers/prepare-server'
import { MIGRATION_LOCK } from '../../src/postgres/options'
import { type Reply, type ScriptedPostgres, scriptedPostgres } from '../support/scripted-postgres'

let server: ScriptedPostgres | null = null
afterEach(() => {
  server?.stop()
  server = null
})

const LOCKING = new RegExp(`pg_advisory_lock\\((?:${MIGRATION_LOCK}|\\$1)\\)`)
const isLocking = (text: string): boolean => LOCKING.test(text)
const isChange = (text: string): boolean => /^\s*(?:create|alter|insert)/i.test(text)

async function startOn(answer: (text: string) => Reply | undefined): Promise<ScriptedPostgres> {
  const started = await scriptedPostgres(
    (text) =>
      answer(text) ?? (text.includes('server_version_num') ? { rows: [['150000']] } : { rows: [] }),
  )
  server = started
  return started
}

test('[run.migrations] a start takes the migration lock before it changes a table', async () => {
  const { url, received } = await startOn(() => undefined)
  await prepareServer(url, 'PostgreSQL')
  const locking = received.findIndex(([, text]) => isLocking(text))
  const changing = received.findIndex(([, text]) => isChange(text))
  expect(locking).toBeGreaterThan(-1)
  expect(changing).toBeGreaterThan(locking)
})

test('[run.migrations] the connection that holds the migration lock migrates', async () => {
  const { url, received } = await startOn(() => undefined)
  await prepareServer(url, 'PostgreSQL')
  expect(new Set(received.map(([connection]) => connection)).size).toBe(1)
})

test('[run.migrations] a start that waits for the migration lock changes nothing', async () => {
  const asked = Promise.withResolvers<void>()
  const { url, received, stop } = await startOn((text) => {
    if (!isLocking(text)) return undefined
    asked.resolve()
    return { silent: true }
  })
  const starting = prepareServer(url, 'PostgreSQL').catch((error: unknown) => error)
  await asked.promise
  stop()
  expect(await starting).toBeInstanceOf(Error)
  expect(received.filter(([, text]) => isChange(text))).toEqual([])
})
