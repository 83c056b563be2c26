/** The files that the server reads: they lie beside its JavaScript in the package. */
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleConsole } from '../src/api/console/page/bundle'
import { IMAGE_PATH } from '../src/store/drivers/image/image'
import { MIGRATIONS_FOLDER } from '../src/store/migrations'

export async function copyAssets(dist: string): Promise<void> {
  await cp(MIGRATIONS_FOLDER, join(dist, 'drizzle'), {
    recursive: true,
    // The snapshots are for making the next migration.
    filter: (path) => !path.endsWith('_snapshot.json'),
  })
  await cp(IMAGE_PATH, join(dist, 'database.image'))
  const { page, assets } = await bundleConsole()
  await Bun.write(join(dist, 'console/index.html'), page.bytes)
  for (const [name, { bytes }] of assets) await Bun.write(join(dist, 'console', name), bytes)
}
