/** `bun run db:image`: makes the image anew. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { MIGRATIONS_FOLDER } from '../../migrations'
import { type Entry, IMAGE_PATH, pack, pgliteVersion } from './image'

const HELP = `\
Makes the image of a new, empty database, which a start on a new folder or in memory unpacks.

  bun run db:image

To be done after an update of PGlite, of which a test reminds, and now and then after migrations:
those that the image lacks are carried out at each such start.`

async function makeDatabase(folder: string): Promise<void> {
  const startParams = [...PGlite.defaultStartParams, '-c', 'wal_recycle=off']
  const client = await PGlite.create(folder, { startParams })
  // A server makes new databases from them. Here there is one, and two thirds fewer files.
  await client.exec('update pg_database set datistemplate = false')
  for (const template of ['template0', 'template1']) await client.exec(`drop database ${template}`)
  await client.exec('vacuum (freeze)')
  // Afterwards, because the planner assumes that a table vacuumed while empty stays empty.
  await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER })
  // Twice, since a checkpoint keeps the segment that the one before it began in.
  for (let time = 0; time < 2; time++) await client.exec('select pg_switch_wal(); checkpoint')
  await client.close()
}

/** In the order of their paths, in which a folder comes before what is in it. */
async function entriesIn(folder: string): Promise<readonly Entry[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const entries = found.map(async (entry): Promise<Entry> => {
    const path = join(entry.parentPath, entry.name)
    const content = entry.isDirectory() ? null : await Bun.file(path).bytes()
    return { path: relative(folder, path), content }
  })
  return (await Promise.all(entries)).sort((one, other) => (one.path < other.path ? -1 : 1))
}

async function makeImage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'paper-brokerage-image-'))
  try {
    await makeDatabase(folder)
    const image = pack({ pglite: await pgliteVersion(), entries: await entriesIn(folder) })
    await Bun.write(IMAGE_PATH, image)
    return `${IMAGE_PATH}: ${image.length} bytes`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const isHelp = process.argv.slice(2).some((argument) => ['--help', '-h'].includes(argument))
  process.stdout.write(`${isHelp ? HELP : await makeImage()}\n`)
}
