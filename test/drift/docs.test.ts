/** What the documents name exists: paths, scripts and the targets of links. */
import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { scripts } from '../../package.json'
import { LEG_TRANSITIONS } from '../../src/core/conditional/leg'
import { TRANSITIONS } from '../../src/core/order/order'
import { ROOMS } from './rules/rooms'

const ROOT = join(import.meta.dir, '../..')
const inFolder = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
const DOCUMENTS = [
  'README.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'examples/README.md',
  ...inFolder('docs'),
  ...inFolder('docs/decisions'),
]

const PATH = /`((?:src|test|bench|docs|examples|drizzle|\.ci)\/[\w./-]*)`/g
/** As the walks name them, from the room on. */
const FILE_OF_SRC = /`((?!src\/|test\/|docs\/|bench\/|build\/)\w[\w-]*\/[\w/-]+\.ts)`/g
const SCRIPT = /\bbun run ([\w:-]+)/g
/** Without addresses of the web and places within a page. */
const LINK = /\]\((?!\w+:|#)([^)#]+)/g

const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].flatMap(([, found]) => found ?? [])

/** Without the rules that are not built yet. */
const textOf = (path: string): string =>
  readFileSync(join(ROOT, path), 'utf8').replace(/^.*_\(not yet\)_.*$/gm, '')

test.each(DOCUMENTS)('%s names paths that exist', (path) => {
  const missing = all(textOf(path), PATH).filter((named) => !existsSync(join(ROOT, named)))
  expect(missing).toEqual([])
})

test.each(DOCUMENTS)('%s names scripts that package.json has', (path) => {
  const missing = all(textOf(path), SCRIPT).filter((name) => !Object.hasOwn(scripts, name))
  expect(missing).toEqual([])
})

test.each(DOCUMENTS)('%s links to files that exist', (path) => {
  const targets = all(textOf(path), LINK)
  expect(targets.filter((to) => !existsSync(join(ROOT, dirname(path), to)))).toEqual([])
})

test('docs/decisions/README.md lists every decision, and each has the four parts', () => {
  const pages = inFolder('docs/decisions').filter((path) => !path.endsWith('README.md'))
  const listed = all(textOf('docs/decisions/README.md'), LINK).map((to) => `docs/decisions/${to}`)
  expect(listed.toSorted()).toEqual(pages.toSorted())
  for (const page of pages) {
    expect([page, all(textOf(page), /^## (.+)$/gm)]).toEqual([
      page,
      expect.arrayContaining(['Context', 'Decision', 'What else was tried', 'Consequences']),
    ])
  }
})

/** As GitHub makes them of headings. */
const anchorsOf = (path: string): readonly string[] =>
  all(readFileSync(join(ROOT, path), 'utf8').replace(/^```[\s\S]*?^```/gm, ''), /^#+ (.+)$/gm).map(
    (heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
  )

test.each(DOCUMENTS)('%s links to headings that exist', (path) => {
  const missing = [...textOf(path).matchAll(/\]\((?!\w+:)([^)#]*)#([^)]+)\)/g)].filter(
    ([, to = '', anchor = '']) => {
      const target = to === '' ? path : join(dirname(path), to)
      return !target.endsWith('.md') || !anchorsOf(target).includes(anchor)
    },
  )
  expect(missing.map(([link]) => link)).toEqual([])
})

test('docs/rules.md lists each of its headings at its top', () => {
  const [top = '', ...rest] = textOf('docs/rules.md').split(/^(?=## )/m)
  const listed = all(top, /\]\(#([^)]+)\)/g)
  expect(rest.length).toBeGreaterThan(20)
  expect(
    anchorsOf('docs/rules.md')
      .slice(1)
      .filter((one) => !listed.includes(one)),
  ).toEqual([])
})

test('CONTRIBUTING.md lists every drift test, and no other', () => {
  const [, list = ''] = textOf('CONTRIBUTING.md').split('## What the drift tests hold')
  const files = readdirSync(import.meta.dir).filter((name) => name.endsWith('.test.ts'))
  expect(all(list, /^\| `([\w.]+)` +\|/gm)).toEqual(files.map((name) => name.slice(0, -8)).sort())
})

test('docs/architecture.md has each room of the table of rooms, and no other', () => {
  const rooms = Object.keys(ROOMS).map((room) => room.replace(/\/.*/, ''))
  const mapped = all(textOf('docs/architecture.md'), /^\| `(\w+)` +\|/gm)
  expect([...mapped].sort()).toEqual([...new Set(rooms)].filter((room) => room !== 'src').sort())
})

test('docs/architecture.md names files of src that exist', () => {
  const named = all(textOf('docs/architecture.md'), FILE_OF_SRC)
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((file) => !existsSync(join(ROOT, 'src', file)))).toEqual([])
})

test('docs/architecture.md names functions that are in the files before them', () => {
  const named = [
    ...textOf('docs/architecture.md').matchAll(/`([\w-]+\/[\w/-]+\.ts)`((?:,? `\w+`)+)/g),
  ].flatMap(([, file = '', names = '']) =>
    all(names, /`(\w+)`/g).map((name) => [file, name] as const),
  )
  expect(named.length).toBeGreaterThan(30)
  const missing = named.filter(
    ([file, name]) =>
      !new RegExp(`\\b${name}\\b`).test(readFileSync(join(ROOT, 'src', file), 'utf8')),
  )
  expect(missing).toEqual([])
})

test('.github runs the gate of .ci, and its forms are read', async () => {
  const github = join(ROOT, '.github')
  const files = readdirSync(github, { recursive: true, encoding: 'utf8' })
  const forms = files.filter((name) => name.endsWith('.yml'))
  expect(forms).toContain('workflows/gate.yml')
  for (const form of forms) {
    const text = await Bun.file(join(github, form)).text()
    expect(Bun.YAML.parse(text)).toBeObject()
    if (form.startsWith('workflows')) expect(text).toContain('run: bash .ci/run\n')
  }
})

/** What the document draws, and what the table says, whose orders begin in these states. */
function drawnBeside(document: string, table: object, ...first: readonly string[]) {
  const edges = Object.entries(table).flatMap(([status, transitions]) => {
    const next = Object.entries(Object(transitions)).map(
      ([name, to]) => `  ${status} --> ${to}: ${name}`,
    )
    return next.length > 0 ? next : [`  ${status} --> [*]`]
  })
  const [, drawn] = /```mermaid\n(stateDiagram[\s\S]*?)\n```/.exec(textOf(document)) ?? []
  const begins = first.map((status) => `  [*] --> ${status}: accepted`)
  return { drawn, table: ['stateDiagram-v2', ...begins, ...edges].join('\n') }
}

test("[life.transitions] docs/orders.md draws an order's states as the core has them", () => {
  const { drawn, table } = drawnBeside('docs/orders.md', TRANSITIONS, 'SUBMITTED')
  expect(drawn).toBe(table)
})

test("[conditional.states] docs/conditional-orders.md draws a leg's states as the core has them", () => {
  const { drawn, table } = drawnBeside(
    'docs/conditional-orders.md',
    LEG_TRANSITIONS,
    'PENDING',
    'ARMED',
    'TRIGGERED',
  )
  expect(drawn).toBe(table)
})
