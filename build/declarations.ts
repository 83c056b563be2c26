/**
 * The entries' declarations, flat: the compiler infers the client's type from the server once,
 * here, and not in each project that uses the package.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { errorMessage } from '../src/lib/text'

const ROOT = join(import.meta.dir, '..')
const EDEN = join(ROOT, 'node_modules/@elysiajs/eden/dist')

/** The entries by their names in dist. */
const ENTRIES = {
  index: 'src/server/compose/brokerage',
  client: 'src/clients/sdk/index',
  testing: 'src/clients/testing/index',
}

export async function writeDeclarations(dist: string): Promise<void> {
  const folder = await mkdtemp(join(ROOT, 'node_modules/.declarations-'))
  try {
    const complaints = await compile(folder)
    await flatten(folder, dist).catch((error: unknown) => {
      throw new Error(`${errorMessage(error)}\n${complaints}`)
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Each source's declarations, with inferred types written out. A source with a type that has no
 * name gets none, which matters only if an entry needs them. Returns what the compiler said.
 */
async function compile(folder: string): Promise<string> {
  await mkdir(join(folder, 'eden'))
  await Bun.write(join(folder, 'eden/index.d.ts'), await wholeEden())
  const project = join(folder, 'tsconfig.json')
  const compilerOptions = {
    noEmit: false,
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: ROOT,
    outDir: join(folder, 'out'),
    types: [join(ROOT, 'node_modules/bun-types')],
    paths: { '@elysiajs/eden': [join(folder, 'eden/index.d.ts')] },
  }
  const files = Object.values(ENTRIES).map((entry) => join(ROOT, `${entry}.ts`))
  const texts = join(ROOT, 'src/lib/texts.d.ts')
  const config = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: [] }
  await Bun.write(project, JSON.stringify({ ...config, files: [...files, texts] }))
  const compiler = Bun.spawn([process.execPath, 'x', 'tsc', '-p', project, '--pretty', 'false'], {
    cwd: ROOT,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  return compiler.stdout.text()
}

/** Eden with every type exported, so that the compiler can name its internal types. */
async function wholeEden(): Promise<string> {
  const treaty = await Bun.file(join(EDEN, 'treaty2.d.ts')).text()
  const hashed = /from '\.\/(types-[^']+)\.js'/.exec(treaty)?.[1]
  const types = await Bun.file(join(EDEN, `${hashed}.d.ts`)).text()
  const declared = [types, treaty.replace(/^import .* from '\.\/types-.*$/m, '')].map((text) =>
    text.replace(/^export \{.*$/gm, '').replace(/^(?=declare |type )/gm, 'export '),
  )
  return declared.join('\n')
}

/** Packages stay imports, but for Eden, whose own declarations need Elysia. */
const packages: Plugin = {
  name: 'packages',
  resolveId(id) {
    if (id === '@elysiajs/eden') return join(import.meta.dir, 'eden.d.ts')
    return id.startsWith('.') || id.startsWith('/') ? null : { id, external: true }
  },
  // What temporal-polyfill is declared with; no package of ours.
  renderChunk: (code) => code.replaceAll('from "temporal-spec"', 'from "temporal-polyfill"'),
}

async function flatten(folder: string, dist: string): Promise<void> {
  const input = Object.fromEntries(
    Object.entries(ENTRIES).map(([name, entry]) => [name, join(folder, 'out', `${entry}.d.ts`)]),
  )
  const bundle = await rolldown({
    input,
    plugins: [packages, dts({ dtsInput: true, tsconfig: false })],
  })
  await bundle.write({ dir: dist, format: 'es', chunkFileNames: 'shared-[hash].d.ts' })
}
