/** What the pages show happens: their options, their chart, their calls and their messages. */
import { afterAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLOSE, Sent } from '../../src/api/v1/stream/wire'
import { PAPER } from '../../src/clients/cli/commands'
import { marketCommand } from '../../src/clients/cli/market/command'
import { VARIABLES } from '../../src/server/config/config'
import { run } from '../support/command'
import { freshDatabase } from '../support/database'
import { openSandbox } from '../support/sandbox-api'
import { openStreamApi } from '../support/stream-api'
import { commandsIn, curlRequestOf } from './rules/shell'
import { expectShown } from './rules/shown'

const ROOT = join(import.meta.dir, '../..')
const PAGES: ReadonlyMap<string, string> = new Map(
  ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)]
    .filter((path) => path.endsWith('.md'))
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
)
const pageOf = (path: string): string => PAGES.get(path) ?? ''

/** Commands that are not of `paper`, whose help stands in their text. */
const FOR_DEVELOPMENT = [
  'test/simulation/simulate.ts',
  'test/crash/run.ts',
  'bench/fail-over.ts',
  'bench/options.ts',
].map((path) => join(ROOT, path))

test.each([...PAGES.keys()])('%s shows commands with options that they have', async (path) => {
  const loaded = await Promise.all(Object.values(PAPER.commands).map(({ load }) => load()))
  const programs = await Promise.all(FOR_DEVELOPMENT.map((file) => Bun.file(file).text()))
  const help = [...loaded.map((command) => command.help), ...programs].join('\n')
  const shown = [...pageOf(path).matchAll(/[`\s](--[a-z][a-z-]*)/g)].map(
    ([, option = '']) => option,
  )
  const others = [
    '--json',
    '--help',
    '--target',
    '--outfile',
    '--ran',
    '--careless',
    // Options of `bun run simulate` and `bun test`, which are no commands of `paper`.
    '--commands',
    '--trace',
    '--mutants',
    '--parallel',
    // Options of PostgreSQL's own `createuser` and `createdb`.
    '--pwprompt',
    '--owner',
    '--encoding',
    '--template',
  ]
  expect(shown.filter((one) => !help.includes(one) && !others.includes(one))).toEqual([])
})

test('docs/markets.md shows the chart that its command draws', async () => {
  const [, line = '', chart = ''] =
    /`bun run market (chart [^`]+)`\n\n```text\n([\s\S]+?)```/.exec(pageOf('docs/markets.md')) ?? []
  const { outcome, said } = await run(marketCommand, line.split(' '))
  expect(outcome).toBeUndefined()
  const lines = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((each) => each.trimEnd())
  expect(lines(said)).toEqual(lines(chart))
})

describe('the calls', async () => {
  /** What stands in `TOKEN=$(… | sed …)` is a command as well. */
  const commandsOf = (path: string) =>
    commandsIn(pageOf(path).replace(/^TOKEN=\$\(([\s\S]*?) \|\n.*\)$/m, '$1'))
  const callsOf = (path: string) =>
    commandsOf(path).flatMap(({ words, answer }) => {
      const request = curlRequestOf(words)
      return request === undefined ? [] : [{ page: path, ...request, answer }]
    })
  const start = commandsOf('README.md').find(({ words }) => words[0]?.startsWith('MARKET_CLOCK=2'))
  const settings = Object.fromEntries(
    (start?.words ?? []).filter((word) => word.includes('=')).map((word) => word.split('=')),
  )
  // Each line of docs/faults.md is played in test/api/sandbox/table.test.ts, and the door of
  // docs/live-prices.md in test/api/feed.
  const others = [...PAGES.keys()].filter((path) => !/README|faults|live-prices/.test(path))
  const asked = [...callsOf('README.md'), ...others.flatMap(callsOf)]
  const { brokerage, advance, signIn } = await openSandbox(await freshDatabase(), settings)
  await signIn(settings.PAPER_CLIENT_ID, settings.PAPER_CLIENT_SECRET)
  const { app } = brokerage
  afterAll(brokerage.close)
  let bearer = ''

  test('are made to a server that starts with settings that there are', () => {
    expect(start?.words.slice(-3)).toEqual(['bun', 'run', 'server'])
    expect(Object.keys(settings).filter((name) => !VARIABLES.includes(name))).toEqual([])
    expect(settings).toHaveProperty('PAPER_CLIENT_SECRET')
  })

  test('of README.md ask for a token, a quote, an order and its fills', () => {
    const shown = callsOf('README.md').map(({ method, path }) => `${method} ${path.split('?')[0]}`)
    expect(shown).toEqual([
      'POST /v1/oauth/token',
      'GET /v1/market/quotes',
      'POST /v1/orders',
      'GET /v1/orders/fills',
    ])
  })

  test.each(asked)('of $page: $method $path answers as it is shown', async (request) => {
    const { method, path, headers, body, signedIn, answer } = request
    const auth = { authorization: bearer, 'x-service-request-id': '2' }
    const response = await app.handle(
      new Request(`http://localhost:3000${path}`, {
        method,
        headers: { ...headers, ...(signedIn && auth) },
        ...(body !== null && { body }),
      }),
    )
    const text = await response.text()
    expect([response.status, response.ok ? '' : text]).toEqual([response.status, ''])
    if (path === '/v1/oauth/token') bearer = `Bearer ${JSON.parse(text).access_token}`
    // By hand, a second goes by until the next is typed.
    if (path === '/v1/orders') expect((await advance('PT1S')).status).toBe(200)
    expectShown(text, answer)
  })

  /** Paths that settings open which this server does not have. */
  const SETTINGS = ['/metrics', '/feed', '/mcp']

  test.each([...PAGES.keys()])('of %s are to pages that there are', (path) => {
    const linked = [...pageOf(path).matchAll(/`(\/(?!v1)[a-z]+(?:\/[a-z.]+)?)`/g)].map(
      ([, found = '']) => found,
    )
    const known = [...SETTINGS, ...app.endpoints.map(({ path }) => path)]
    expect(linked.filter((found) => !known.some((one) => one.startsWith(found)))).toEqual([])
  })
})

const isSent = (type: string): type is keyof typeof Sent => Object.hasOwn(Sent, type)
function sentType(type: string): keyof typeof Sent {
  if (isSent(type)) return type
  throw new Error(`the stream sends no ${type}`)
}

describe('docs/stream.md', () => {
  const page = pageOf('docs/stream.md')

  test('shows the messages of a stream as they are', async () => {
    const [, block = ''] = /```stream\n([\s\S]+?)```/.exec(page) ?? []
    const api = await openStreamApi()
    try {
      const client = api.open({ headers: {} })
      for (const line of block.trim().split('\n')) {
        if (!line.startsWith('> ')) {
          const [, type = ''] = /"type":"(\w+)"/.exec(line) ?? []
          expectShown(JSON.stringify(await client.next(sentType(type))), line)
          continue
        }
        client.send(JSON.parse(line.slice(2).replace('"…"', JSON.stringify(api.token))))
        if (line.includes('"since":0')) {
          await api.floor.order('acc_A', { quantity: '10' })
          await api.floor.advance('PT1S')
        }
      }
    } finally {
      await api.stop()
    }
  })

  test('has each code that a stream is closed with', () => {
    const shown = [...page.matchAll(/^\| ([\d, ]+?) +\|/gm)].flatMap(([, codes = '']) =>
      codes.split(', ').map(Number),
    )
    expect(shown.sort()).toEqual(Object.values(CLOSE).sort())
  })
})
