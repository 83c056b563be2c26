/** Documents are plain English, as far as a pattern can hold it; comments can be held as well. */
import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROSE, proseFaults } from './rules/prose'
import { sourcesOf } from './rules/sources'

const ROOT = join(import.meta.dir, '../..')

/** Folders whose Markdown is held, without those below them. */
const PAPERS = ['.', '.github', 'docs', 'docs/decisions', 'examples', 'test/api']
/** Folders whose comments are held, with those below them: add a folder when its comments pass. */
const SOURCES: readonly string[] = [
  'src',
  'test/api',
  'test/compose',
  'test/identity',
  'test/market',
  'test/postgres',
  'test/telemetry',
  'tools/market-report',
]

const papers = PAPERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

test.each(papers)('%s is plain English', (path) => {
  expect(proseFaults(path, readFileSync(join(ROOT, path), 'utf8'))).toEqual([])
})

test('comments of sources are plain English', () => {
  if (SOURCES.length === 0) return
  const faults = [...sourcesOf(...SOURCES)].flatMap(([path, text]) => proseFaults(path, text))
  expect(faults).toEqual([])
})

/** Each rule with a text that breaks it, and one that says the same and may. */
const EXAMPLES = [
  ['where for if', 'Where no answer came, send it again.', 'If no answer came, send it again.'],
  ['where for if', 'It is refused, where others reach it.', 'It names the page where it stands.'],
  ['where for if', 'The port is used where one is free.', 'A page says where to look.'],
  [
    'a sentence that begins with a preposition',
    'It runs. By that it is safe.',
    'It runs. That makes it safe. By default it is off.',
  ],
  [
    'a sentence that begins with a preposition',
    '- Of each account the newest event.',
    '- The newest event of each account.',
  ],
  ['a label for a clause', 'Null: there is none.', 'Null if there is none.'],
  ['a thing that tells', 'The list tells what it has.', 'The list shows what it has.'],
  ['a thing that tells', 'Nobody is told.', 'Callers are told apart by it.'],
  ['a thing that hears or learns', 'The matcher learns of it.', 'The matcher is notified.'],
  ['a thing that knows', 'A server that knows the token', 'Whoever knows the seed'],
  ['a participle for a noun', 'It drops the kept.', 'It drops the kept rows.'],
  ['those for a noun', 'It ends those that are due.', 'It ends the orders that are due.'],
  ['anew', 'It is made anew.', 'It is made again.'],
  ['be it', 'Whatever fails, be it a socket', 'Whatever fails, a socket or a file'],
] as const

describe('a rule', () => {
  test.each(EXAMPLES)('%s: a page may not say %j', (name, text, allowed) => {
    const found = proseFaults('docs/a.md', text)
    expect(found).toHaveLength(1)
    expect(found[0]).toStartWith(`docs/a.md:1: ${name}: `)
    expect(proseFaults('docs/a.md', allowed)).toEqual([])
  })

  test.each(EXAMPLES)('%s: a comment may not say %j', (_, text, allowed) => {
    const words = text.replace(/^- /, '')
    expect(proseFaults('src/a.ts', `/** ${words} */\nconst a = 1`)).toHaveLength(1)
    expect(proseFaults('src/a.ts', `const a = 1 // ${words}`)).toHaveLength(1)
    expect(proseFaults('src/a.ts', `/** ${allowed.replace(/^- /, '')} */`)).toEqual([])
  })

  test('has an example here', () => {
    const shown = new Set<string>(EXAMPLES.map(([name]) => name))
    expect(PROSE.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([])
  })
})

describe('a text', () => {
  test('is read over the ends of its lines, in a paragraph and in a comment', () => {
    expect(proseFaults('docs/a.md', 'It is so.\n\nWhat it\ntells.')).toEqual([
      expect.stringContaining('docs/a.md:3: a thing that tells'),
    ])
    expect(proseFaults('src/a.ts', 'f()\n// It is made\n// anew.')).toEqual([
      expect.stringContaining('src/a.ts:2: anew'),
    ])
  })

  test('is not what stands in code, in a block, in an address or in a string', () => {
    expect(proseFaults('docs/a.md', 'See `tell` at [it](tells.md).\n\n```sh\ntell\n```\n')).toEqual(
      [],
    )
    expect(proseFaults('src/a.ts', "tell('anew')")).toEqual([])
  })
})
