/** Bundles the console's files at the first request for one. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export type PageService = ReturnType<typeof pageService>

export function pageService(bundle: () => Promise<Bundle> = bundleConsole) {
  let bundled: Promise<Bundle> | null = null
  async function open(): Promise<Bundle> {
    bundled ??= bundle()
    try {
      return await bundled
    } catch (error) {
      bundled = null
      throw error
    }
  }
  return {
    page: async (): Promise<BundledFile> => (await open()).page,
    /** Undefined if the bundle has no file of that name, as when the name is of another version. */
    asset: async (name: string): Promise<BundledFile | undefined> =>
      (await open()).assets.get(name),
  }
}

/** An output of the bundler. */
export interface BundledFile {
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

interface Bundle {
  readonly page: BundledFile
  /** Files by their names below ASSETS_PATH. */
  readonly assets: ReadonlyMap<string, BundledFile>
}

export const ASSETS_PATH = '/console/assets/'

const SOURCE = join(import.meta.dir, '../../../clients/console/index.html')
/** The bundler's hash changes with the content, so browsers may cache a file for good. */
const NAMING = { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]' }

/** The package has bundled files in place of the sources. */
const BUNDLE_FOLDER = join(import.meta.dir, 'console')

/** Bundles the sources, or reads the bundle of the package. Throws if they do not build. */
export async function bundleConsole(): Promise<Bundle> {
  if (existsSync(BUNDLE_FOLDER)) return readBundle(BUNDLE_FOLDER)
  const { outputs } = await Bun.build({
    entrypoints: [SOURCE],
    target: 'browser',
    minify: true,
    splitting: true,
    publicPath: ASSETS_PATH,
    naming: { ...NAMING, asset: NAMING.entry },
    conditions: ['production'],
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const assets = new Map<string, BundledFile>()
  for (const output of outputs) {
    assets.set(output.path.replace(/^.*\//, ''), {
      type: output.type,
      bytes: new Uint8Array(await output.arrayBuffer()),
    })
  }
  return withPage(assets)
}

async function readBundle(folder: string): Promise<Bundle> {
  const assets = new Map<string, BundledFile>()
  for (const name of readdirSync(folder)) {
    const file = Bun.file(join(folder, name))
    assets.set(name, { type: file.type, bytes: await file.bytes() })
  }
  return withPage(assets)
}

function withPage(assets: Map<string, BundledFile>): Bundle {
  const [name, page] = [...assets].find(([path]) => path.endsWith('.html')) ?? []
  if (name === undefined || page === undefined) throw new Error('The console has no page.')
  assets.delete(name)
  return { page, assets }
}
