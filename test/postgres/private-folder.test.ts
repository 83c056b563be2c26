/** Only the owner can read the embedded folder. */
import { afterEach, describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '../../src/postgres/connect'
import { openControl } from '../../src/server/control-socket'
import { aFolder } from '../support/folders'

const umask = process.umask()
afterEach(() => {
  process.umask(umask)
})

const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8)
const entriesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))

/** Everything below the folder that is not 0700, or 0600 for a file. */
const openToOthers = (folder: string): string[] =>
  entriesOf(folder).filter(
    (path) => modeOf(path) !== (statSync(path).isDirectory() ? '700' : '600'),
  )

async function usedBy(dir: string): Promise<void> {
  const database = await connect({ kind: 'embedded', dir, durability: 'fsync' })
  await database.drizzle.execute('create table if not exists made_later (id int)')
  const control = await openControl(dir, async () => ({ ok: true, text: '' }))
  expect(control.fault).toBeNull()
  expect(openToOthers(dir)).toEqual([])
  await control.close()
  await database.close()
  expect(entriesOf(dir).length).toBeGreaterThan(400)
  expect(openToOthers(dir)).toEqual([])
}

test('[durability.private] a new folder is 0700, its files 0600, whatever the umask', async () => {
  process.umask(0)
  const dir = join(await aFolder(), 'made', 'here')
  await usedBy(dir)
  expect(modeOf(dir)).toBe('700')
})

describe('a data folder that an older version left open to everyone', () => {
  test('is made private at the start', async () => {
    const dir = await aFolder()
    await usedBy(dir)
    for (const path of [dir, ...entriesOf(dir)]) {
      chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o666)
    }
    await usedBy(dir)
    expect(modeOf(dir)).toBe('700')
  })

  test.skipIf(process.getuid?.() !== 0)(
    'cannot be read or written by another user, who is stopped by the system itself',
    async () => {
      const parent = await aFolder()
      chmodSync(parent, 0o755)
      const dir = join(parent, 'data')
      await usedBy(dir)
      const file = join(dir, 'postgres', 'pg_ident.conf')
      const asNobody = (command: string) =>
        Bun.spawnSync(['setpriv', '--reuid=65534', '--clear-groups', 'sh', '-c', command])
      for (const command of [`cat ${file}`, `printf x >> ${file}`, `ls ${dir}`, `: > ${dir}/new`]) {
        const { exitCode, stderr } = asNobody(command)
        expect(exitCode).not.toBe(0)
        expect(stderr.toString()).toContain('Permission denied')
      }
    },
  )
})

test('a folder with other files keeps its mode; the database in it becomes private', async () => {
  const project = await aFolder()
  chmodSync(project, 0o755)
  mkdirSync(join(project, 'src'))
  writeFileSync(join(project, 'README.md'), '')
  const database = await connect({ kind: 'embedded', dir: project, durability: 'fsync' })
  await database.close()
  expect(modeOf(project)).toBe('755')
  expect(modeOf(join(project, 'postgres'))).toBe('700')
  expect(openToOthers(join(project, 'postgres'))).toEqual([])
  expect(modeOf(join(project, 'lock'))).toBe('600')
})
