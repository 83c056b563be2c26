/** What README.md and the pages of its kind say is so: commands, settings and packages. */
import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson, { dependencies, devDependencies, scripts } from '../../package.json'
import { PAPER } from '../../src/clients/cli/commands'
import { readConfig, VARIABLES } from '../../src/server/config/config'

const ROOT = join(import.meta.dir, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const readme = read('README.md')
const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))

test('README.md is a first page, not a manual: at most 130 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(130)
})

test('README.md leads to every page of docs', () => {
  const linked = [...readme.matchAll(/\]\(docs\/([\w-]+\.md)/g)].map(([, name = '']) => name)
  const followed = linked.flatMap((name) => [
    name,
    ...[...read(`docs/${name}`).matchAll(/\]\(([\w-]+\.md)/g)].map(([, next = '']) => next),
  ])
  expect(docs.filter((name) => !followed.includes(name))).toEqual([])
})

describe('a command', () => {
  const named = ['README.md', 'CONTRIBUTING.md', ...docs.map((name) => `docs/${name}`)].flatMap(
    (path) =>
      [...read(path).matchAll(/\bbun (?:run |(?=test\b))([\w:-]+)/g)].map(([, name]) => name),
  )
  const ofPaper = Object.keys(PAPER.commands)

  test('of `paper` that a page names is one that its help lists', () => {
    const shown = ['README.md', 'CONTRIBUTING.md', ...docs.map((name) => `docs/${name}`)].flatMap(
      (path) => [...read(path).matchAll(/`paper ([a-z]+)/g)].map(([, name = '']) => name),
    )
    expect(shown.length).toBeGreaterThan(30)
    expect(shown.filter((name) => !ofPaper.includes(name))).toEqual([])
  })

  test('that is a script is on a page, or one of `paper`', () => {
    /** npm runs it before it packs. */
    const hooks = ['prepack']
    const known = new Set([...named, ...ofPaper, ...hooks, 'paper'])
    expect(Object.keys(scripts).filter((name) => !known.has(name))).toEqual([])
  })

  test('of `paper` has a script of its name', () => {
    expect(ofPaper.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})

describe('the table of settings', () => {
  const rows = read('docs/operating.md')
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

test('a package that CONTRIBUTING.md gives reasons for is depended on, and the other way', () => {
  const [, table = ''] =
    /## Dependencies\n([\s\S]*?)\nFor development/.exec(read('CONTRIBUTING.md')) ?? []
  const cells = [...table.matchAll(/^\| ([^|]+?) +\|/gm)].map(([, cell = '']) => cell)
  const named = cells.slice(1).flatMap((cell) => (cell.startsWith('-') ? [] : cell.split(', ')))
  const all = Object.keys({ ...dependencies, ...devDependencies })
  expect(named.filter((name) => !all.includes(name))).toEqual([])
  expect(Object.keys(dependencies).filter((name) => !named.includes(name))).toEqual([])
})

test('the package can be published: it is not private, and says what it is and where it is from', () => {
  expect(packageJson).not.toHaveProperty('private')
  expect(packageJson.description).toBe(/^(An open[^.]*\.)/m.exec(readme)?.[1] ?? '')
  expect(packageJson.keywords.length).toBeGreaterThan(3)
  const { url } = packageJson.repository
  expect(
    [packageJson.homepage, packageJson.bugs].map((page) => url.includes(hostOf(page))),
  ).toEqual([true, true])
  expect(read('CHANGELOG.md')).toMatch(
    new RegExp(`^## ${packageJson.version.replaceAll('.', '\\.')} - \\d{4}-\\d{2}-\\d{2}$`, 'm'),
  )
})

/** The address of the repository within a page of it. */
const hostOf = (page: string): string => page.replace(/(?:#readme|\/issues)$/, '')
