/** The files that the server reads: they lie beside its JavaScript in the package. */
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleConsole } from '../src/api/console/page/service'
import { IMAGE_PATH } from '../src/postgres/drivers/image/image'
import { MIGRATIONS_FOLDER } from '../src/postgres/migrations'

/**
 * What the page at /docs loads, with its licence. The package they come from is no dependency: it
 * brings 12 MB, and another one that reports each install to a third party.
 */
const OF_SWAGGER_UI = ['swagger-ui-bundle.js', 'swagger-ui.css'] as const
const LICENCES_OF_SWAGGER_UI = ['LICENSE', 'NOTICE'] as const
const SWAGGER_UI = join(import.meta.dir, '../node_modules/swagger-ui-dist')

export async function copyAssets(dist: string): Promise<void> {
  await cp(MIGRATIONS_FOLDER, join(dist, 'drizzle'), {
    recursive: true,
    // The snapshots are for making the next migration.
    filter: (path) => !path.endsWith('_snapshot.json'),
  })
  await cp(IMAGE_PATH, join(dist, 'database.image'))
  for (const name of OF_SWAGGER_UI) await cp(join(SWAGGER_UI, name), join(dist, name))
  for (const name of LICENCES_OF_SWAGGER_UI) {
    await cp(join(SWAGGER_UI, name), join(dist, `swagger-ui.${name}`))
  }
  const { page, assets } = await bundleConsole()
  await Bun.write(join(dist, 'console/index.html'), page.bytes)
  for (const [name, { bytes }] of assets) await Bun.write(join(dist, 'console', name), bytes)
}
