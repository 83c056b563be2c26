/** One word for one thing: a name that src exports from two files means something else in one. */
import { expect, test } from 'bun:test'
import { sourcesOf } from './rules/sources'

const EXPORTED =
  /^export (?:async )?(?:abstract )?(?:const|function\*?|class|interface|type|let) (\w+)/gm

/**
 * The SDK names the stream's messages as its users know them; the core names what it decides. They
 * never meet: the SDK imports nothing of the core.
 */
const TWICE = ['OrderEvent']

function exportedTwice(sources: ReadonlyMap<string, string>): readonly string[] {
  const files = new Map<string, Set<string>>()
  for (const [path, source] of sources) {
    for (const [, name = ''] of source.matchAll(EXPORTED)) {
      files.set(name, (files.get(name) ?? new Set()).add(path))
    }
  }
  return [...files]
    .filter(([name, paths]) => paths.size > 1 && !TWICE.includes(name))
    .map(([name, paths]) => `${name}: ${[...paths].sort().join(', ')}`)
}

/** A program of its own, in a browser: its parts and the server's never meet in a file. */
const CONSOLE = 'src/console/'
const sources = sourcesOf('src')
const inside = (isConsole: boolean) =>
  new Map([...sources].filter(([path]) => path.startsWith(CONSOLE) === isConsole))

test('no two files of src export the same name', () => {
  expect(exportedTwice(inside(false))).toEqual([])
})

test('no two files of the console export the same name', () => {
  expect(exportedTwice(inside(true))).toEqual([])
})

test('a name that two files export is found, whatever it is', () => {
  const twice = new Map([
    ['src/a.ts', 'export interface Order {}\nexport const price = 1'],
    ['src/b.ts', 'export type Order = 1\nconst price = 2'],
  ])
  expect(exportedTwice(twice)).toEqual(['Order: src/a.ts, src/b.ts'])
})
