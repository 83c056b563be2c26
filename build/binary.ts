/**
 * `bun run build:binary`: the command `paper` as one file, with Bun, the packages of the server,
 * and every file that it reads. What lies beside the JavaScript in the package lies beside it too.
 */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { copyAssets } from './assets'

const ROOT = join(import.meta.dir, '..')
const TARGETS = ['bun-linux-x64', 'bun-linux-arm64', 'bun-darwin-x64', 'bun-darwin-arm64'] as const
type Target = (typeof TARGETS)[number]

const HELP = `\
Makes paper, the command and the server, as one file that needs nothing else.

  bun run build:binary [--out FILE] [--target TARGET]

  --out     dist/paper unless given
  --target  another machine's: ${TARGETS.join(', ')}`

/** The files that the server's packages read at run time: their places in the packages and here. */
const OF_PACKAGES = {
  '@electric-sql/pglite/dist/pglite.wasm': 'pglite.wasm',
  '@electric-sql/pglite/dist/pglite.data': 'pglite.data',
  '@electric-sql/pglite/dist/initdb.wasm': 'initdb.wasm',
  '@electric-sql/pglite/package.json': 'pglite.json',
} as const

/** The folder inside the program from which all files are read. */
const EMBEDDED = '/$bunfs/root/files'

/** Without a target it is this machine's. */
export async function buildBinary(outfile: string, target?: Target): Promise<void> {
  const root = await mkdtemp(join(ROOT, 'node_modules/.binary-'))
  const files = join(root, 'files')
  try {
    await copyAssets(files)
    for (const [from, to] of Object.entries(OF_PACKAGES)) {
      await cp(join(ROOT, 'node_modules', from), join(files, to))
    }
    const entry = join(root, 'paper.ts')
    await Bun.write(entry, await entryWith(files))
    await Bun.build({
      entrypoints: [entry],
      root,
      target: 'bun',
      naming: { asset: '[dir]/[name].[ext]' },
      minify: { whitespace: true, syntax: true },
      // So the code finds the files beside itself, as it does in the package.
      define: {
        'import.meta.dir': JSON.stringify(EMBEDDED),
        'import.meta.url': JSON.stringify(`file://${EMBEDDED}/paper.js`),
      },
      compile: {
        outfile,
        // Settings may lie in a .env file; what else lies in the folder is another project's.
        autoloadDotenv: true,
        autoloadBunfig: false,
        autoloadTsconfig: false,
        autoloadPackageJson: false,
        ...(target === undefined ? {} : { target }),
      },
    })
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

/** Imports every file, which embeds it, and then the program. */
async function entryWith(folder: string): Promise<string> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = found
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => [parentPath, name])
  const imports = paths.map(
    (path, index) => `import file${index} from '${join(...path)}' with { type: 'file' }`,
  )
  return [
    ...imports,
    `export const files = [${paths.map((_, index) => `file${index}`).join(', ')}]`,
    `await import('${join(ROOT, 'src/paper.ts')}')`,
  ].join('\n')
}

async function main(args: readonly string[]): Promise<string> {
  const options = { out: { type: 'string' }, target: { type: 'string' } } as const
  const help = { type: 'boolean', short: 'h' } as const
  const { values } = parseArgs({ args: [...args], options: { ...options, help } })
  if (values.help) return HELP
  const target = TARGETS.find((known) => known === values.target)
  if (values.target !== undefined && target === undefined) {
    throw new Error(`--target: allowed: ${TARGETS.join(', ')}`)
  }
  const outfile = resolve(values.out ?? join(ROOT, 'dist/paper'))
  await buildBinary(outfile, target)
  return outfile
}

if (import.meta.main) process.stdout.write(`${await main(process.argv.slice(2))}\n`)
