/** What README.md says is so: its commands, settings, paths, and the session that it shows. */
import { afterAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dependencies, devDependencies, scripts } from '../../package.json'
import { marketCommand } from '../../src/cli/market/command'
import { paperHelp } from '../../src/cli/paper/help'
import { readConfig, VARIABLES } from '../../src/config/config'
import { PAPER } from '../../src/main/commands'
import { run } from '../support/command'
import { freshDatabase } from '../support/database'
import { openSandbox } from '../support/sandbox-api'
import { commandsIn, curlRequestOf } from './rules/shell'

const ROOT = join(import.meta.dir, '../..')
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
/** What stands in `TOKEN=$(… | sed …)` is a command as well. */
const plainly = readme.replace(/^TOKEN=\$\(([\s\S]*?) \|\n.*\)$/m, '$1')
const commands = commandsIn(plainly)

describe('a command', () => {
  /** Of people who change the server; README is for those who run it. */
  const DEVELOPMENT = [
    'build',
    'prepack',
    'bench',
    'bench:growth',
    'bench:prices',
    'bench:soak',
    'bench:stream',
    'check',
    'crash',
    'db:generate',
    'db:image',
    'fmt',
    'screenshots',
    'test',
  ]
  const named = [...readme.matchAll(/\bbun run ([\w:]+)/g)].map(([, name = '']) => name)

  test('that it names is a script', () => {
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })

  test('of `paper` is listed as its help lists it', async () => {
    const [, listed = ''] =
      /^## The command `paper`$[\s\S]+?\n\n```\n([\s\S]+?)^```/m.exec(readme) ?? []
    const help = paperHelp(PAPER).split('\n')
    const lines = listed.trimEnd().split('\n')
    expect(lines).toHaveLength(Object.keys(PAPER.commands).length)
    expect(lines.filter((line) => !help.includes(`  ${line}`))).toEqual([])
  })

  test('that is a script is named, or for development', () => {
    const known = new Set([...named, ...DEVELOPMENT, ...Object.keys(PAPER.commands)])
    expect(Object.keys(scripts).filter((name) => !known.has(name))).toEqual([])
    expect(DEVELOPMENT.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })

  test('has the options that it is shown with', async () => {
    const loaded = await Promise.all(Object.values(PAPER.commands).map(({ load }) => load()))
    const help = loaded.map((command) => command.help).join('\n')
    const options = [...readme.matchAll(/[`\s](--[a-z][a-z-]*)/g)].map(([, option = '']) => option)
    const others = ['--json', '--help', '--target', '--outfile']
    expect(options.length).toBeGreaterThan(5)
    expect(options.filter((one) => !help.includes(one) && !others.includes(one))).toEqual([])
  })

  test('draws the chart that it is shown with', async () => {
    const [, line = '', chart = ''] =
      /`bun run market (chart [^`]+)`\n\n```\n([\s\S]+?)```/.exec(readme) ?? []
    const { outcome, said } = await run(marketCommand, line.split(' '))
    expect(outcome).toBeUndefined()
    const lines = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((each) => each.trimEnd())
    expect(lines(said)).toEqual(lines(chart))
  })
})

describe('the table of settings', () => {
  const rows = readme
    .split('\n')
    .filter((line) => /^\| `[A-Z_]+`/.test(line))
    .map((line) => line.split(' | ').map((cell) => [...cell.matchAll(/`([^`]+)`/g)]))
    .map(([names = [], defaults = []]) => ({
      names: names.map(([, name = '']) => name),
      defaults: defaults.map(([, value = '']) => value),
    }))

  test('has every variable, and no other', () => {
    const named = rows.flatMap(({ names }) => names)
    expect(named.toSorted()).toEqual([...VARIABLES].sort())
  })

  test('tells the defaults', () => {
    for (const { names, defaults } of rows) {
      const given = Object.fromEntries(defaults.map((value, at) => [names[at], value]))
      expect(readConfig(given)).toEqual(readConfig({}))
    }
  })
})

test('a package that it gives reasons for is depended on, and the other way', () => {
  const [, table = ''] = /## Dependencies\n([\s\S]*?)\nFor development/.exec(readme) ?? []
  const cells = [...table.matchAll(/^\| ([^|]+?) +\|/gm)].map(([, cell = '']) => cell)
  const named = cells.slice(1).flatMap((cell) => (cell.startsWith('-') ? [] : cell.split(', ')))
  const all = Object.keys({ ...dependencies, ...devDependencies })
  expect(named.filter((name) => !all.includes(name))).toEqual([])
  expect(Object.keys(dependencies).filter((name) => !named.includes(name))).toEqual([])
})

/** JSON without its values, but for words such as BUY: what answers of a kind have in common. */
const shapeOf = (text: string): string =>
  text
    .replace(/([{,\]}:[])\s+/g, '$1')
    .replace(/:"([^"]*)"/g, (_, value: string) =>
      /^(?:[A-Z_]+|Bearer)$/.test(value) ? `:"${value}"` : value.includes(':') ? ':"time"' : ':"…"',
    )
    .replace(/:-?\d+(?:\.\d+)?/g, ':0')

describe('the session', async () => {
  const start = commands.find(({ words }) => words[0]?.startsWith('MARKET_CLOCK=2'))
  const settings = Object.fromEntries(
    (start?.words ?? []).filter((word) => word.includes('=')).map((word) => word.split('=')),
  )
  const asked = commands.flatMap(({ words, answer }) => {
    const request = curlRequestOf(words)
    return request === undefined ? [] : [{ ...request, answer }]
  })
  const { brokerage, advance, signIn } = await openSandbox(await freshDatabase(), settings)
  await signIn(settings.PAPER_CLIENT_ID, settings.PAPER_CLIENT_SECRET)
  const { app } = brokerage
  afterAll(brokerage.close)
  let bearer = ''

  test('starts a server with settings that there are', () => {
    expect(start?.words.slice(-3)).toEqual(['bun', 'run', 'server'])
    expect(Object.keys(settings).filter((name) => !VARIABLES.includes(name))).toEqual([])
    expect(settings).toHaveProperty('PAPER_CLIENT_SECRET')
  })

  test('asks for an account, a quote, an order and its fills, and steers the market', () => {
    expect(asked.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual([
      'POST /v1/oauth/token',
      'GET /v1/market/quotes',
      'POST /v1/orders',
      'GET /v1/orders/fills',
      'PUT /sandbox/quotes/AAPL',
      'POST /sandbox/clock',
    ])
  })

  test.each(asked)('$method $path answers as it is shown', async (request) => {
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
    expect([response.status, response.status === 200 ? '' : text]).toEqual([200, ''])
    if (path === '/v1/oauth/token') bearer = `Bearer ${JSON.parse(text).access_token}`
    // By hand, a second goes by until the next is typed.
    if (path === '/v1/orders') expect((await advance('PT1S')).status).toBe(200)
    let rest = shapeOf(text)
    for (const [at, part] of answer.split(/(?<=[,{}\]"]) ?… ?/).entries()) {
      const shape = shapeOf(part.trim())
      expect(rest).toContain(shape)
      if (at === 0) expect(rest).toStartWith(shape)
      rest = rest.slice(rest.indexOf(shape) + shape.length)
    }
  })

  test('speaks of pages that there are', () => {
    const pages = [...readme.matchAll(/`(\/[a-z]+)`/g)].map(([, path = '']) => path)
    expect(pages).toContain('/docs')
    expect(pages.filter((path) => !app.routes.some((route) => route.path === path))).toEqual([])
  })
})
