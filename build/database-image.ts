/** `bun run db:image`: makes the image again. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { bringInstruments } from '../src/ledger/instruments'
import { US_INSTRUMENTS, US_LISTING } from '../src/market/instruments/reference'
import { overEmbedded } from '../src/postgres/drivers/embedded'
import { type Entry, IMAGE_PATH, pack, pgliteVersion } from '../src/postgres/drivers/image/image'
import { MIGRATIONS_FOLDER } from '../src/postgres/migrations'

const HELP = `\
Makes the image of a new, empty database, which a start on a new folder or in memory unpacks.

  bun run db:image

To be done after an update of PGlite or a change of the instruments, of which tests remind, and now
and then after migrations: those that the image lacks are carried out at each such start.`

const START_PARAMETERS = [...PGlite.defaultStartParams, '-c', 'wal_recycle=off']

async function makeDatabase(folder: string): Promise<void> {
  const client = await PGlite.create(folder, { startParams: START_PARAMETERS })
  // A server makes new databases from them. Here there is one, and two thirds fewer files.
  await client.exec('update pg_database set datistemplate = false')
  for (const template of ['template0', 'template1']) await client.exec(`drop database ${template}`)
  await client.exec('vacuum (freeze)')
  // Afterwards, because the planner assumes that a table vacuumed while empty stays empty.
  await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER })
  await closeShort(client)
}

async function furnish(folder: string): Promise<void> {
  const client = await PGlite.create(folder, { startParams: START_PARAMETERS })
  await bringInstruments(overEmbedded({ client, end: async () => {} }), US_INSTRUMENTS)
  await closeShort(client)
}

/** With as little in its write-ahead log as can be. */
async function closeShort(client: PGlite): Promise<void> {
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
    const bare = await entriesIn(folder)
    await furnish(folder)
    const seeded = await entriesIn(folder)
    const pglite = await pgliteVersion()
    const image = pack({ pglite, listing: US_LISTING, bare, seeded })
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
