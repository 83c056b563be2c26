/** Documents, comments and texts for people are plain English, as far as a pattern can hold it. */
import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROSE, proseFaults, textFaults } from './rules/prose'
import { sourcesOf } from './rules/sources'

const ROOT = join(import.meta.dir, '../..')

/** Folders whose Markdown is held, without those below them. */
const PAPERS = ['.', '.github', 'docs', 'docs/decisions', 'examples', 'test/api']
/** Folders whose comments are held, with all folders below them. */
const SOURCES = ['src', 'test', 'bench', 'build', 'examples', 'tools']

const papers = PAPERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

test.each(papers)('%s is plain English', (path) => {
  expect(proseFaults(path, readFileSync(join(ROOT, path), 'utf8'))).toEqual([])
})

test('comments of sources are plain English', () => {
  const faults = [...sourcesOf(...SOURCES)].flatMap(([path, text]) => proseFaults(path, text))
  expect(faults).toEqual([])
})

test('texts for people in sources are plain English', () => {
  const faults = [...sourcesOf('src')].flatMap(([path, text]) => textFaults(path, text))
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
  ['left out', 'It is DAY when left out.', 'It is DAY by default.'],
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

  test.each(EXAMPLES)('%s: a text may not say %j', (_, text, allowed) => {
    const words = text.replace(/^- /, '')
    expect(textFaults('src/a.ts', `const a = '${words}'`)).toHaveLength(1)
    expect(textFaults('src/a.ts', `const a = \`It is \${so}. ${words}\``)).toHaveLength(1)
    expect(textFaults('src/a.ts', `const a = '${allowed.replace(/^- /, '')}'`)).toEqual([])
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

  test('is read over the strings that are added to it, and after an interpolation', () => {
    const faults = ["'It is ' +\n  'made ' +\n  'anew.'", `\`It is \${made(\`it\`)} anew.\``].map(
      (code) => textFaults('src/a.ts', `const a =\n  ${code}`),
    )
    const fault = expect.stringContaining('src/a.ts:2: anew')
    expect(faults).toEqual([[fault], [fault]])
  })

  test('begins after the name of an entry in a help text, and after an empty line', () => {
    const help =
      '`It does so.\n\n  --seed   of the market\n  --by     By hand.\n\n  Behind it\n  all.`'
    expect(textFaults('src/a.ts', help)).toEqual([
      expect.stringContaining('a sentence that begins with a preposition: "Behind it all."'),
    ])
    expect(textFaults('src/a.ts', '`\n  --by     By name.\n`')).toHaveLength(1)
  })

  test('is not SQL, a regular expression, or a string of one word', () => {
    for (const code of [
      'sql`select it where it tells it`',
      'sql<string>`(select it where it is)`',
      "'delete from it where it is'",
      '/it tells where/',
      "['tells', 'anew']",
      "import { tells } from './it tells'",
    ]) {
      expect(textFaults('src/a.ts', `const a = ${code}`)).toEqual([])
    }
  })

  test('of a document or a comment is not what stands in code, a block, an address or a string', () => {
    expect(proseFaults('docs/a.md', 'See `tell` at [it](tells.md).\n\n```sh\ntell\n```\n')).toEqual(
      [],
    )
    expect(proseFaults('src/a.ts', "tell('anew')")).toEqual([])
  })
})
