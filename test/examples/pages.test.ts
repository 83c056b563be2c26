/**
 * The blocks of the pages as their readers have them: pasted into a shell, beside the server that
 * the page starts, or run as a test. A block that is not run here says why, in NOT_RUN; one that
 * cannot run has the language of what it is: text, json, mermaid.
 */

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBroker } from '../../src/clients/testing'
import { endedInTime } from '../support/ended'
import { PAPER } from '../support/programs'

/** Programs are started one after the other, and others may keep the machine busy. */
setDefaultTimeout(1_800_000)

const ROOT = join(import.meta.dir, '../..')
const { PATH = '' } = process.env

interface Block {
  readonly page: string
  readonly language: string
  readonly text: string
}

const named = async (folder: string): Promise<readonly string[]> =>
  (await readdir(join(ROOT, folder)))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))

const PAGES = [
  ...(await named('.')),
  ...(await named('docs')),
  ...(await named('docs/decisions')),
  'examples/README.md',
]

async function blocksOf(page: string): Promise<readonly Block[]> {
  const text = await Bun.file(join(ROOT, page)).text()
  return [...text.matchAll(/^```([\w-]*)\n([\s\S]*?)^```/gm)].map(
    ([, language = '', text = '']) => ({ page, language, text }),
  )
}
const blocks = (await Promise.all(PAGES.map(blocksOf))).flat()

/** Languages, and what becomes of their blocks. */
const LANGUAGES: Readonly<Record<string, 'run' | 'compared' | 'shown'>> = {
  sh: 'run',
  ts: 'run',
  // A line of a file of examples, which test/examples/examples.test.ts runs.
  js: 'compared',
  json: 'compared',
  // Grammars, outputs and charts.
  text: 'shown',
  mermaid: 'shown',
  // Played in test/drift/pages.test.ts.
  stream: 'shown',
  // Parsed in test/examples/examples.test.ts.
  scenario: 'shown',
}

/** Blocks of a shell or of TypeScript that are not run here, by their first words, and why. */
const NOT_RUN: readonly (readonly [page: string, begins: string, why: string])[] = [
  ['docs/scale.md', 'DATABASE_URL=postgres://paper:secret@coordinator', 'needs a Citus cluster'],
  ['README.md', 'bun install && bun test', 'this is one of those tests'],
  ['AGENTS.md', 'bun install', 'it runs tests, of which this is one'],
  ['CONTRIBUTING.md', 'bun install', 'it runs tests, of which this is one'],
  [
    'docs/install.md',
    'bun run paper keys list',
    'test/package packs, builds, and runs what it made',
  ],
  [
    'docs/cells.md',
    'cd examples/deploy/cells',
    'it needs Docker; test/drift/deploy.test.ts reads its files',
  ],
  ['docs/cells.md', 'paper audit --cells', 'test/cli/cells.test.ts runs the option'],
  [
    'docs/fail-over.md',
    'pg_basebackup',
    'test/reliability/fail-over.test.ts makes both servers and promotes one',
  ],
  ['docs/live-prices.md', 'export FEED_KEY APCA', 'it needs keys of a vendor and its network'],
  [
    'docs/operating.md',
    'createuser',
    'it asks for a password; test/reliability/backup.test.ts has a PostgreSQL',
  ],
  [
    'docs/operating.md',
    'cd examples/deploy',
    'it needs Docker; test/drift/deploy.test.ts reads its files',
  ],
  ['docs/reliability.md', 'pg_dump', 'test/reliability/backup.test.ts runs it'],
  ['docs/reliability.md', 'pg_restore', 'test/reliability/backup.test.ts runs it'],
  ['docs/reliability.md', 'cp -a "$DATA_DIR"', 'test/reliability/backup.test.ts runs it'],
  ['docs/reliability.md', 'cp -a paper-backup', 'test/reliability/backup.test.ts runs it'],
  [
    'docs/reliability.md',
    'bun install && bun run server',
    'test/reliability/upgrade.test.ts upgrades',
  ],
  ['docs/testing.md', 'paper chaos', 'test/examples/examples.test.ts runs it'],
  [
    'docs/testing.md',
    "import { expect, test } from 'bun:test'",
    'test/examples/examples.test.ts runs all of its page',
  ],
  ['docs/testing.md', "test('a limit", 'test/examples/examples.test.ts runs all of its page'],
  [
    'docs/testing.md',
    "test('an order is filled in parts",
    'test/examples/examples.test.ts runs all of its page',
  ],
  [
    'examples/README.md',
    'clone=$PWD',
    'test/package packs; test/examples/examples.test.ts runs each',
  ],
]
const isLeftOut = ({ page, text }: Block): boolean =>
  NOT_RUN.some(([of, begins]) => of === page && text.startsWith(begins))
const blocksIn = (page: string, language: string): readonly Block[] =>
  blocks.filter((block) => block.page === page && block.language === language && !isLeftOut(block))

test('every block of every page has a language that says what becomes of it', () => {
  expect(blocks.length).toBeGreaterThan(40)
  const others = blocks.filter(({ language }) => !Object.hasOwn(LANGUAGES, language))
  expect(others.map(({ page, text }) => [page, text.split('\n')[0]])).toEqual([])
})

test.each(NOT_RUN)('%s: "%s …" is one block that is not run here: %s', (page, begins) => {
  expect(blocks.filter((one) => one.page === page && one.text.startsWith(begins))).toHaveLength(1)
})

test('pages that start servers are README.md and those that are named below', () => {
  const starting = PAGES.filter((page) =>
    blocksIn(page, 'sh').some((one) => serverIn(one) !== null),
  )
  expect(starting.sort()).toEqual(['README.md', ...OWN_SERVERS])
})

test('every other block of TypeScript is run below', () => {
  const pages = PAGES.filter((page) => blocksIn(page, 'ts').length > 0)
  expect(pages.sort()).toEqual(['README.md', 'docs/orders.md', 'docs/stream.md'])
})

/** A folder that looks like a clone, so that what a page writes does not land in this one. */
async function clone(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'paper-brokerage.pages.'))
  for (const name of [
    'package.json',
    'src',
    'node_modules',
    'docs',
    'drizzle',
    'examples',
    'tsconfig.json',
  ]) {
    await symlink(join(ROOT, name), join(folder, name))
  }
  return folder
}

/** The last command of a block, if it starts a server, and the lines before it. */
function serverIn({ text }: Block): { readonly before: string; readonly start: string } | null {
  const lines = text.trimEnd().replaceAll('\\\n', ' ').split('\n')
  const start = lines.at(-1) ?? ''
  if (!start.endsWith('bun run server')) return null
  return { before: lines.slice(0, -1).join('\n'), start }
}

interface Server extends AsyncDisposable {
  readonly host: string
}

async function startServer(
  folder: string,
  block: Block,
  env: Record<string, string>,
): Promise<Server> {
  const { before = '', start = '' } = serverIn(block) ?? {}
  const program = start.replace('bun run server', 'exec bun run server')
  const script = `set -eo pipefail\n${before}\n${program}`
  const child = Bun.spawn(['bash', '-c', script], {
    cwd: folder,
    env: { PATH, LOG: 'text', PORT: '0', ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let said = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    said += decoder.decode(chunk, { stream: true })
    if (/^listening +\S+\s/m.test(said)) break
  }
  const host = /^listening +http:\/\/(\S+)/m.exec(said)?.[1]
  if (host === undefined) throw new Error(`${said}\n${await child.stderr.text()}`)
  return {
    host,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      expect(await child.exited).toBe(0)
    },
  }
}

/** What the blocks print, pasted one after the other into one shell beside the server. */
async function pasted(
  folder: string,
  { host }: Server,
  texts: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const shell = Bun.spawn(
    [
      'bash',
      '-c',
      `set -eo pipefail
      export PAPER_URL=http://${host}
      paper() { '${process.execPath}' --no-env-file '${PAPER}' "$@"; }
      # A refusal ends the shell with what it says. A server that is busy is asked again.
      curl() {
        local said status
        while :; do
          status=0
          said=$(command curl --fail-with-body "$@") || status=$?
          [[ $status != 0 && $said == *'"server-busy"'* ]] || break
        done
        printf '%s\\n' "$said"
        return "$status"
      }
      ${texts.join('\n').replaceAll('localhost:3000', host)}`,
    ],
    {
      cwd: folder,
      env: { PATH, NO_COLOR: '1', ...env },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    },
  )
  const [output, complaint] = await Promise.all([shell.stdout.text(), shell.stderr.text()])
  expect([await shell.exited, complaint, output]).toEqual([0, '', expect.any(String)])
  return output
}

/** The first words of each answer in JSON. */
const answersIn = (output: string): readonly (string | undefined)[] =>
  output
    .split('\n')
    .filter((line) => /^\{"\w/.test(line))
    .map((line) => Object.keys(JSON.parse(line))[0])

const first = blocksIn('README.md', 'sh').find((block) => serverIn(block) !== null)
const firstTrade = blocksIn('README.md', 'sh').filter(
  (block) => serverIn(block) === null && !block.text.includes('bun run demo'),
)
const credentials = Object.fromEntries(
  (first?.text.match(/PAPER_CLIENT_\w+=\S+/g) ?? []).map((pair) => pair.split('=')),
)
const KEYS = { ...credentials, SANDBOX_KEY: 'a-key-of-the-pages-test' }

/** Pages that start servers of their own; the blocks of all others run beside README.md's. */
const OWN_SERVERS = ['docs/live-prices.md', 'docs/markets.md']
const runsBesideReadme = (block: Block): boolean =>
  serverIn(block) === null &&
  block.page !== 'README.md' &&
  (block.page !== 'docs/live-prices.md' || block.text.includes('auth[@]'))
/** A page that ends with a fault comes last. */
const besideReadme = PAGES.filter((page) => page !== 'docs/faults.md')
  .concat('docs/faults.md')
  .flatMap((page) => blocksIn(page, 'sh').filter(runsBesideReadme))

let folder = ''
beforeAll(async () => {
  folder = await clone()
})
afterAll(() => rm(folder, { recursive: true }))

describe('beside the server of README.md', () => {
  let server: Server
  beforeAll(async () => {
    if (first === undefined) throw new Error('README.md starts no server')
    server = await startServer(folder, first, { SANDBOX_KEY: KEYS.SANDBOX_KEY })
  })
  afterAll(() => server[Symbol.asyncDispose]())

  test('the program of docs/stream.md prints its order until it is filled', async () => {
    const [program = ''] = blocksIn('docs/stream.md', 'ts').map(({ text }) => text)
    const output = await runs('program.ts', program.replaceAll('localhost:3000', server.host), [])
    expect(output).toMatch(/ FILLED AAPL /)
  })

  // Last, since it ends with a fault.
  test('the first trade, and then the commands and calls of every other page', async () => {
    const texts = [...firstTrade, ...besideReadme].map(({ text }) => text)
    const answers = answersIn(await pasted(folder, server, texts, KEYS))
    expect(answers.slice(0, 3)).toEqual(['quotes', 'orderId', 'fills'])
    expect(answers.at(-1)).toBe('faultId')
  })
})

test('the blocks of docs/orders.md are a program, for an account with shares', async () => {
  await using broker = await startBroker({ clock: '2026-03-02T10:00-05:00', cash: 50_000 })
  await broker.pin('AAPL', { bid: 99.99, ask: 100 })
  const bought = { symbol: 'AAPL', side: 'BUY', orderType: 'MARKET', quantity: 10 } as const
  await broker.client.api.v1.orders.post({ ...bought, clientOrderId: 'first' })
  await broker.clock.advance('PT5S')
  const { PAPER_URL = '', PAPER_CLIENT_ID = '', PAPER_CLIENT_SECRET = '' } = broker.env
  const [client = '', ...uses] = blocksIn('docs/orders.md', 'ts').map(({ text }) => text)
  const program = [client, ...uses.map((text) => `{\n${text}}\n`)]
    .join('\n')
    .replace('http://localhost:3000', PAPER_URL)
    .replace('pk_test_readme', PAPER_CLIENT_ID)
    .replace('sk_test_0123456789abcdef', PAPER_CLIENT_SECRET)
  const output = await runs('orders.ts', program, [])
  expect(output).toMatch(/^ord_\w+ 50.25$/m)
  expect(output).toMatch(/ PENDING_CANCEL$/m)
  expect((await broker.orders()).filter(({ side }) => side === 'SELL')).not.toEqual([])
})

test('README.md shows what its demo prints', async () => {
  const demo = Bun.spawn(['bash', '-c', 'bun run demo'], {
    cwd: folder,
    env: { PATH, NO_COLOR: '1' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  expect(blocksIn('README.md', 'sh')[0]?.text).toBe('bun install && bun run demo\n')
  expect(await demo.stdout.text()).toContain(blocksIn('README.md', 'text')[0]?.text ?? 'nothing')
})

test('the test of README.md passes', async () => {
  const [text = ''] = blocksIn('README.md', 'ts').map(({ text }) => text)
  expect(await runs('readme.test.ts', text, ['test', '--timeout', '600000'])).toMatch(
    /\n *1 pass\n/,
  )
})

/** Runs a program, within the project, so that it finds the package by its name. */
async function runs(name: string, text: string, args: readonly string[]): Promise<string> {
  const folder = join(import.meta.dir, `pages-${process.pid}`)
  await mkdir(folder, { recursive: true })
  try {
    const file = join(folder, name)
    await Bun.write(file, text)
    const { status, said, complained } = await endedInTime(() =>
      Bun.spawn([process.execPath, ...args, file], { cwd: ROOT, stdout: 'pipe', stderr: 'pipe' }),
    )
    expect([status, `${said}${complained}`]).toEqual([0, expect.any(String)])
    return `${said}${complained}`
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Bars as a reader would have them: a morning of minutes. */
const BARS = [
  'time,open,high,low,close,volume',
  ...Array.from({ length: 30 }, (_, minute) => {
    const time = `2024-07-01T09:${String(30 + minute)}:00-04:00`
    return `${time},212.00,212.20,211.80,212.10,50000`
  }),
]

test.each(OWN_SERVERS)('%s starts servers that listen, in its order', async (page) => {
  const env: Record<string, string> =
    page === 'docs/live-prices.md' ? { FEED_FILE: 'day.jsonl' } : {}
  await Bun.write(join(folder, 'AAPL.csv'), `${BARS.join('\n')}\n`)
  const shown = blocksIn(page, 'sh')
  const starts = shown.filter((block) => serverIn(block) !== null)
  expect(starts).toHaveLength(2)
  for (const start of starts) {
    await using server = await startServer(folder, start, env)
    const at = shown.indexOf(start)
    const next = shown[at + 1]
    if (page !== 'docs/live-prices.md' || next === undefined || serverIn(next) !== null) continue
    const exported = start.text.split('\n').filter((line) => line.startsWith('export '))
    const output = await pasted(folder, server, [...exported, next.text])
    expect(answersIn(output)).toEqual(['accepted'])
  }
})

describe('a block of JSON', () => {
  test('of docs/agents.md is the settings of a program, with options that `paper mcp` has', async () => {
    const [text = ''] = blocksIn('docs/agents.md', 'json').map(({ text }) => text)
    const { command, args } = JSON.parse(text).mcpServers.paper
    expect(command).toBe('paper')
    const help = Bun.spawn([process.execPath, join(ROOT, 'src/paper.ts'), args[0], '--help'], {
      stdout: 'pipe',
    })
    const options = args.filter((word: string) => word.startsWith('--'))
    const said = await help.stdout.text()
    expect(options.filter((option: string) => !said.includes(option))).toEqual([])
  })

  test('of docs/operating.md has the fields of a line of the log', async () => {
    const [text = ''] = blocksIn('docs/operating.md', 'json').map(({ text }) => text)
    const lines = await logLines()
    const request = lines.find(({ message, code }) => message === 'request' && code !== undefined)
    // A request without a token has no client.
    expect(Object.keys({ ...request, client: '' }).sort()).toEqual(
      Object.keys(JSON.parse(text)).sort(),
    )
  })
})

async function logLines(): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const child = Bun.spawn(['bash', '-c', 'exec bun run server'], {
    cwd: folder,
    env: { PATH, LOG: 'json', PORT: '0', DATA_DIR: 'memory' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  let said = ''
  const decoder = new TextDecoder()
  let asked = false
  for await (const chunk of child.stdout) {
    said += decoder.decode(chunk, { stream: true })
    const [, url] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(said) ?? []
    if (!asked && url !== undefined) {
      asked = true
      await fetch(`${url}/v1/account`, { headers: { 'x-service-request-id': 'r1' } })
    }
    if (/"message":"request".*\n/.test(said)) break
  }
  child.kill('SIGTERM')
  await child.exited
  return said
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line))
}

test('a block of a page in JavaScript is lines of an example', async () => {
  const sources = await Promise.all(
    ['same-result/bot.ts', 'moving-average/bot.ts', 'stream/consumer.ts'].map((name) =>
      Bun.file(join(ROOT, 'examples', name)).text(),
    ),
  )
  const fragments = blocks.filter(({ language }) => language === 'js')
  expect(fragments.length).toBeGreaterThan(0)
  const lines = fragments.flatMap(({ text }) => text.trim().split('\n'))
  expect(lines.filter((line) => !sources.some((source) => source.includes(line.trim())))).toEqual(
    [],
  )
})
