/** What README.md says is so: its commands and packages; and the table of settings. */
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dependencies, devDependencies, scripts } from '../../package.json'
import { PAPER } from '../../src/clients/cli/commands'
import { paperHelp } from '../../src/clients/cli/shared/paper'
import { readConfig, VARIABLES } from '../../src/server/config/config'

const ROOT = join(import.meta.dir, '../..')
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')

describe('a command', () => {
  /** Of people who change the server; README is for those who run it. */
  const DEVELOPMENT = [
    'build',
    'prepack',
    'bench',
    'bench:feed',
    'bench:growth',
    'bench:history',
    'bench:prices',
    'bench:shared',
    'bench:long-reads',
    'bench:soak',
    'bench:starts',
    'bench:stream',
    'bench:year',
    'check',
    'crash',
    'db:generate',
    'db:image',
    'fmt',
    'market-report',
    'screenshots',
    'simulate',
    'rounds',
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
})

describe('the table of settings', () => {
  const rows = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')
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
