/** The SDK in a user's own project, whose compiler reads our sources with its own settings. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { aFolder } from '../support/folders'
import { hasPostgres } from '../support/storage'

const ROOT = join(import.meta.dir, '../..')
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc')
/** It reads all that the types of the client reach. */
const PATIENCE_MS = 120_000

/** As `bun init` of Bun 1.4 writes it. Without exactOptionalPropertyTypes, which ours has. */
const TSCONFIG = {
  compilerOptions: {
    lib: ['ESNext'],
    target: 'ESNext',
    module: 'Preserve',
    moduleDetection: 'force',
    jsx: 'react-jsx',
    allowJs: true,
    types: ['bun'],
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    noFallthroughCasesInSwitch: true,
    noUncheckedIndexedAccess: true,
    noImplicitOverride: true,
    noUnusedLocals: false,
    noUnusedParameters: false,
    noPropertyAccessFromIndexSignature: false,
  },
}

const [, EXAMPLE = ''] =
  /```ts\n([\s\S]*?)```/.exec(readFileSync(`${ROOT}/docs/stream.md`, 'utf8')) ?? []

/** What the compiler complains of in a project of these files, each with its path. */
async function complaintsOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = await aFolder()
  const packages = join(folder, 'node_modules')
  await mkdir(join(packages, '@types/bun'), { recursive: true })
  await symlink(ROOT, join(packages, 'paper-brokerage'))
  await symlink(join(ROOT, 'node_modules/bun-types'), join(packages, 'bun-types'))
  // All that the package has.
  await Bun.write(join(packages, '@types/bun/index.d.ts'), '/// <reference types="bun-types" />\n')
  await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  for (const [path, source] of Object.entries(files)) await Bun.write(join(folder, path), source)
  const compiler = Bun.spawn([process.execPath, COMPILER, '--pretty', 'false'], {
    cwd: folder,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const said = await compiler.stdout.text()
  expect((await compiler.exited) === 0).toBe(said === '')
  // What belongs to a complaint is indented.
  return said.trimEnd().split(/\n(?! )/)
}

/** One run for both files, of which the compiler spends nearly all on our sources. */
let compiled: Promise<readonly string[]> | undefined
const complaintsIn = async (path: string) => {
  compiled ??= complaintsOf({
    'index.ts': EXAMPLE,
    'mistaken.ts': EXAMPLE.replace("'BUY'", "'HOLD'"),
  })
  const complaints = await compiled
  const isElsewhere = (each: string) => !/^(?:index|mistaken)\.ts\(/.test(each)
  expect(complaints.filter(isElsewhere)).toEqual([])
  return complaints.filter((each) => each.startsWith(`${path}(`))
}

// No database is in it, so it runs once, as the tests of the packed package do.
describe.skipIf(hasPostgres)('in a project that links this folder', () => {
  // Builds the declarations, unless the tests of the package have built them.
  beforeAll(async () => {
    if (existsSync(join(ROOT, 'dist/client.d.ts'))) return
    const build = Bun.spawn([process.execPath, 'run', 'build'], { cwd: ROOT, stdout: 'ignore' })
    expect(await build.exited).toBe(0)
  }, PATIENCE_MS)

  test(
    "the stream page's example compiles with the settings of bun init",
    async () => {
      expect(EXAMPLE).toContain("from 'paper-brokerage/client'")
      expect(await complaintsIn('index.ts')).toEqual([])
    },
    PATIENCE_MS,
  )

  test(
    "a mistake in the stream page's example is found by the compiler of the user's project",
    async () => {
      expect(await complaintsIn('mistaken.ts')).toEqual([expect.stringContaining('HOLD')])
    },
    PATIENCE_MS,
  )
})
