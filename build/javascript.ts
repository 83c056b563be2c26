/**
 * The entries as JavaScript: the server for Bun, and the rest for Node and browsers as well. The
 * server's packages stay packages; the client needs none.
 */
import { chmod } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { BuildConfig, BunPlugin } from 'bun'

const SRC = join(import.meta.dir, '../src')

/** The files by their names in dist, in which they lie side by side and find each other by name. */
const SERVER = {
  index: 'server/compose/brokerage.ts',
  'in-process': 'clients/testing/in-process.ts',
  'pglite-code': 'postgres/drivers/pglite-code.ts',
  'child-entry': 'clients/testing/child-entry.ts',
  server: 'main.ts',
  paper: 'paper.ts',
}
const EVERYWHERE = { client: 'clients/sdk/index.ts', testing: 'clients/testing/index.ts' }

export async function bundleJavaScript(dist: string): Promise<void> {
  await bundle(dist, SERVER, { target: 'bun', packages: 'external' })
  const external = ['temporal-polyfill']
  await bundle(dist, EVERYWHERE, { target: 'node', external, plugins: [serverApart] })
  await Bun.write(join(dist, 'needs-bun.js'), NEEDS_BUN)
  await makeProgram(join(dist, 'paper.js'))
}

/** The bundler leaves out the line that names Bun. */
async function makeProgram(path: string): Promise<void> {
  await Bun.write(path, `#!/usr/bin/env bun\n${await Bun.file(path).text()}`)
  await chmod(path, 0o755)
}

/** What else than Bun gets for the server's entry. */
const NEEDS_BUN = `throw new Error(
  'paper-brokerage runs in Bun (https://bun.sh). From Node and browsers use ' +
    'paper-brokerage/client; from the tests of a Node project, paper-brokerage/testing.',
)
`

/** The testing entry loads the server only in Bun, from the server's own bundle. */
const serverApart: BunPlugin = {
  name: 'server apart',
  setup: ({ onResolve }) =>
    void onResolve({ filter: /\/(?:in-process|pglite-code)$/ }, ({ path }) => ({
      path: `./${basename(path)}.js`,
      external: true,
    })),
}

/**
 * Each source becomes an entry of the name that it has in dist, which Bun's bundler would take from
 * the source.
 */
async function bundle(
  dist: string,
  entries: Readonly<Record<string, string>>,
  options: Pick<BuildConfig, 'target' | 'packages' | 'external' | 'plugins'>,
): Promise<void> {
  const files = Object.fromEntries(
    Object.entries(entries).map(([name, source]) => [
      join(SRC, '..', `${name}.ts`),
      // The process of the server exports nothing, which this allows.
      `export * from './src/${source}'`,
    ]),
  )
  await Bun.build({
    entrypoints: Object.keys(files),
    files,
    outdir: dist,
    format: 'esm',
    splitting: true,
    sourcemap: 'none',
    naming: { entry: '[name].js', chunk: 'chunk-[hash].js', asset: '[name]-[hash].[ext]' },
    ...options,
  })
}
