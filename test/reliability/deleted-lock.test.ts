/** The file `lock` of a folder is deleted while its server runs, and a second server is started. */
import { afterEach, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { findingsOn } from '../support/audited'
import { folderStorage } from '../support/folder-storage'
import { killServers, startServer } from '../support/server-process'
import { signIn } from '../support/trader'

afterEach(async () => {
  await killServers()
})

test('[durability.one-process] [durability.answered] the second is refused, the first ends with an error and says why, and no answered order is lost', async () => {
  const storage = await folderStorage()
  const { DATA_DIR = '' } = storage.settings
  const first = startServer(storage.settings)
  const trader = await signIn(await first.listening)
  const answered: string[] = []
  for (let times = 0; times < 10; times++) {
    await trader.buy(`before-${times}`, 1)
    answered.push(`before-${times}`)
  }

  // It stands still until the second has been refused: it would end within seconds.
  first.signal('SIGSTOP')
  rmSync(join(DATA_DIR, 'lock'))
  const second = await startServer(storage.settings).ended
  expect(second.status).toBe(1)
  expect(second.output).not.toContain('listening')
  expect(second.errors).toContain(`The folder ${DATA_DIR} (DATA_DIR) is in use by another server`)

  first.signal('SIGCONT')
  const { status, errors } = await first.ended
  expect(status).toBe(1)
  expect(errors).toContain(
    "The database's folder is no longer locked by this server: " +
      `${join(DATA_DIR, 'lock')} was deleted, moved or replaced.`,
  )

  const again = await signIn(await startServer(storage.settings).listening)
  for (const clientOrderId of answered) {
    expect(await again.buy(clientOrderId, 1)).toMatchObject({ replayed: true })
  }
  await killServers()
  expect(await findingsOn(storage)).toEqual([])
  await storage.remove()
})

test('[durability.one-process] [run.stop] a server that is ended behind the deletion says why in one line', async () => {
  const storage = await folderStorage()
  const { DATA_DIR = '' } = storage.settings
  const server = startServer(storage.settings)
  await server.listening
  rmSync(join(DATA_DIR, 'lock'))
  const { status, errors } = await server.kill('SIGTERM')
  expect(status).toBe(1)
  expect(errors.trimEnd().split('\n')).toHaveLength(1)
  expect(errors).toContain(
    "The database's folder is no longer locked by this server: " +
      `${join(DATA_DIR, 'lock')} was deleted, moved or replaced. `,
  )
  await storage.remove()
})
