/** The packed package in a project of its own, under Bun, Node and both compilers. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { aFolder } from '../support/folders'
import { installedTools } from './tools'

/** Programs are started and packed, and others may keep the machine busy. */
setDefaultTimeout(1_800_000)

const ROOT = join(import.meta.dir, '../..')
const COMPILERS = {
  'TypeScript 7': 'typescript/bin/tsc',
  'TypeScript 5.9': 'typescript-5/bin/tsc',
}
/** For Node and browsers: without the types of Bun. */
const TSCONFIG = {
  exclude: ['bun'],
  compilerOptions: {
    lib: ['ESNext', 'DOM', 'DOM.Iterable'],
    target: 'ESNext',
    module: 'NodeNext',
    moduleDetection: 'force',
    verbatimModuleSyntax: true,
    noEmit: true,
    types: [],
    strict: true,
    skipLibCheck: true,
    noUncheckedIndexedAccess: true,
    noFallthroughCasesInSwitch: true,
    noImplicitOverride: true,
  },
}

/** As `bun init` of Bun 1.4 writes it. Without exactOptionalPropertyTypes, which ours has. */
const TSCONFIG_OF_BUN = {
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

const TESTED = `
import assert from 'node:assert'
import { test } from 'node:test'
import { answered } from 'paper-brokerage/client'
import { startBroker } from 'paper-brokerage/testing'

test('a bot buys at the pinned price', async () => {
  const broker = await startBroker({ profile: 'ideal' })
  await broker.pin('AAPL', { bid: 99.99, ask: 100 })
  const order = { symbol: 'AAPL', side: 'BUY', orderType: 'MARKET', quantity: 10 }
  await answered(broker.client.api.v1.orders.post({ ...order, clientOrderId: 'mine' }))
  await broker.clock.advance('PT5S')
  const [{ status, avgFillPrice }] = await broker.orders()
  assert.deepEqual({ status, avgFillPrice }, { status: 'FILLED', avgFillPrice: 100 })
  await broker.close()
})
`
/** vitest gives `test` to each file. */
const TESTED_BY_VITEST = TESTED.replace("import { test } from 'node:test'\n", '')
const IMPORTED = `
for (const path of ['', '/client', '/testing']) {
  const found = await import('paper-brokerage' + path).catch((error) => ({ [error.message]: '' }))
  console.log(path, Object.keys(found).join(' '))
}
`
const EMBEDDED = `
import { openBrokerage, readConfig } from 'paper-brokerage'
const { config } = readConfig({ DATA_DIR: 'memory', PORT: '0' })
const brokerage = await openBrokerage(config, { request() {}, background() {} })
for (const path of ['/livez', '/docs', '/docs/ui.js', '/console']) {
  const answer = await brokerage.app.handle(new Request('http://localhost' + path))
  console.log(path, answer.status, (await answer.arrayBuffer()).byteLength > 0)
}
await brokerage.close()
process.exit(0)
`
const TIMES = `
import { answered, openClient } from 'paper-brokerage/client'
const { api } = openClient({ url: 'http://localhost', clientId: 'id', clientSecret: 'secret' })
const from = '2026-03-02T09:30:00-05:00'
const query = { symbol: 'AAPL', interval: '1m', from, to: new Date() } as const
export const candles = async () => answered(api.v1.market.candles.get({ query }))
export const time = async (): Promise<string | undefined> => (await candles()).candles[0]?.time
export const calendar = () => api.v1.market.calendar.get({ query: { from: '2026-03-02' } })
export const orders = () => api.v1.orders.get({ query: { from, to: from } })
`
const PROJECT: Readonly<Record<string, string>> = {
  'index.ts': EXAMPLE,
  'times.ts': TIMES,
  'mistaken.ts': EXAMPLE.replace("'BUY'", "'HOLD'"),
  'bun/index.ts': EXAMPLE,
  'bun/mistaken.ts': EXAMPLE.replace("'BUY'", "'HOLD'"),
  'bun/tsconfig.json': JSON.stringify(TSCONFIG_OF_BUN),
  // All that the package @types/bun has.
  'bun/node_modules/@types/bun/index.d.ts': '/// <reference types="bun-types" />\n',
  'bot.test.mjs': TESTED,
  'vitest/bot.test.mjs': TESTED_BY_VITEST,
  'imported.mjs': IMPORTED,
  'embedded.mjs': EMBEDDED,
  'tsconfig.json': JSON.stringify(TSCONFIG),
}

let folder = ''
/** Takes seconds of waiting, in which the other tests run. */
let demo: ReturnType<typeof run>

async function run(command: readonly string[], cwd = folder) {
  const process = Bun.spawn([...command], { cwd, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([process.stdout.text(), process.stderr.text()])
  return { status: await process.exited, said: out.trimEnd(), complained: err.trimEnd() }
}

const bun = (...args: readonly string[]) => run([process.execPath, ...args])

/** Compiled at once: the compiler spends nearly all of its time on what both files import. */
const complaints = async (compiler: string, project = '.') => {
  const path = join(ROOT, 'node_modules', compiler)
  const { said } = await bun(path, '--pretty', 'false', '-p', project)
  return said === '' ? [] : said.split(/\n(?! )/)
}

const TOOLS = await installedTools()
/** This machine's, and the one that most users have. */
const NODES = [Bun.which('node'), TOOLS?.node22 ?? null].flatMap((path) => {
  if (path === null) return []
  const { stdout } = Bun.spawnSync([path, '--version'])
  return [[stdout.toString().trim(), path] as const]
})

// It brings its own databases, so it runs once.
describe('in a project that installs the packed package', () => {
  beforeAll(async () => {
    folder = await aFolder()
    const packed = await run(
      [process.execPath, 'pm', 'pack', '--destination', folder, '--quiet'],
      ROOT,
    )
    const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'))
    if (tarball === undefined) throw new Error(`nothing was packed: ${packed.complained}`)
    const dependencies = { 'paper-brokerage': `file:./${tarball}` }
    await Bun.write(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'own-project', private: true, type: 'module', dependencies }),
    )
    for (const [path, source] of Object.entries(PROJECT))
      await Bun.write(join(folder, path), source)
    const types = 'node_modules/bun-types'
    await symlink(join(ROOT, types), join(folder, 'bun', types))
    const installed = await bun('install')
    if (installed.status !== 0) throw new Error(installed.complained)
    demo = bun('x', 'paper', 'demo')
  })

  test('nothing of the clone is installed but what is built', async () => {
    const found = await readdir(join(folder, 'node_modules/paper-brokerage'))
    expect(found.filter((name) => name !== '.bun-tag').toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist',
      'package.json',
    ])
  })

  test('Bun opens a brokerage, with its documents and its console', async () => {
    const { said, complained } = await bun('embedded.mjs')
    expect([said, complained]).toEqual([
      '/livez 200 true\n/docs 200 true\n/docs/ui.js 200 true\n/console 200 true',
      '',
    ])
  })

  test('[testkit.start] a test of Bun starts a broker', async () => {
    expect(await bun('test', '--timeout', '600000', './bot.test.mjs')).toMatchObject({ status: 0 })
  })

  describe.each(NODES)('Node %s', (_, node) => {
    test('[testkit.node] runs a test that starts a broker', async () => {
      expect(await run([node, '--test', 'bot.test.mjs'])).toMatchObject({ status: 0 })
    })

    test.skipIf(TOOLS === null)('[testkit.node] runs it by vitest', async () => {
      const options = ['run', '--globals', '--testTimeout=120000', '--root', 'vitest']
      const { status, said } = await run([node, String(TOOLS?.vitest), ...options])
      expect([status, said]).toEqual([0, expect.stringContaining('1 passed')])
    })

    test('[testkit.node] says what to install if there is no Bun', async () => {
      const { complained } = await run([
        'env',
        '-i',
        'PATH=/nowhere',
        'HOME=/nowhere',
        node,
        '-e',
        "import('paper-brokerage/testing').then((all) => all.startBroker())",
      ])
      expect(complained).toContain('startBroker needs Bun')
    })

    test('imports the client and the kit, and reads that the server needs Bun', async () => {
      const { said } = await run([node, 'imported.mjs'])
      expect(said.split('\n')).toEqual([
        expect.stringContaining('paper-brokerage runs in Bun'),
        expect.stringContaining('openClient'),
        '/testing startBroker',
      ])
    })
  })

  test('the client is made for browsers: it imports nothing of Node', async () => {
    const entry = join(folder, 'node_modules/paper-brokerage/dist/client.js')
    const { outputs } = await Bun.build({ entrypoints: [entry], target: 'browser', minify: true })
    const text = await outputs[0]?.text()
    expect(text).not.toContain('node:')
    expect(text?.length).toBeLessThan(40_000)
  })

  test.each(Object.entries(COMPILERS))(
    '%s compiles the example of docs/stream.md and times as texts and Dates, and finds a mistake',
    async (_, compiler) => {
      expect(EXAMPLE).toContain("from 'paper-brokerage/client'")
      expect(await complaints(compiler)).toEqual([expect.stringMatching(/^mistaken\.ts\(.*HOLD/s)])
    },
  )

  test('the example compiles with the settings of bun init, and a mistake in it does not', async () => {
    expect(await complaints(COMPILERS['TypeScript 7'], 'bun')).toEqual([
      expect.stringMatching(/^bun\/mistaken\.ts\(.*HOLD/s),
    ])
  })

  test('its program is paper, which bunx runs: the demo trades', async () => {
    const { status, said } = await demo
    expect([status, said]).toEqual([0, expect.stringContaining('the account adds up to the cent')])
  })

  test('the package is right by publint and by are-the-types-wrong', async () => {
    const [tarball] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
    const path = join(folder, String(tarball))
    const tool = (name: string) => join(ROOT, 'node_modules/.bin', name)
    const lint = await bun(
      tool('publint'),
      join(folder, 'node_modules/paper-brokerage'),
      '--strict',
    )
    expect([lint.status, lint.said]).toEqual([0, expect.stringContaining('All good')])
    const types = await bun(tool('attw'), path, '--profile', 'esm-only', '--format', 'ascii')
    expect([types.status, types.said]).toEqual([0, expect.not.stringContaining('❌')])
  })
})
