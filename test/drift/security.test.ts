/** SECURITY.md names what stands against each risk, and what it names exists. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const rulebook = read('docs/rules.md')
const built = new Set(
  [...rulebook.matchAll(/^- \*\*\[([a-z.-]+[a-zA-Z-]*)\]\*\*(?! _\(not yet\)_)/gm)].map(
    ([, id]) => id,
  ),
)
const lines = [...read('SECURITY.md').matchAll(/^\| (API\d+) (.+)$/gm)]

test('SECURITY.md answers each of the ten risks once', () => {
  expect(lines.map(([, risk]) => risk)).toEqual(
    Array.from({ length: 10 }, (_, index) => `API${index + 1}`),
  )
})

test.each(lines.map(([, risk = '', line = '']) => [risk, line] as const))(
  'what stands against %s are rules that are built',
  (_, line) => {
    const named = [...line.matchAll(/\[([a-z-]+\.[a-zA-Z-]+)\]/g)].map(([, id = '']) => id)
    expect(named).not.toEqual([])
    expect(named.filter((id) => !built.has(id))).toEqual([])
  },
)
