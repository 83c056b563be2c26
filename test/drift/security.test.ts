/** SECURITY.md names what stands against each risk, and what it names exists and is so. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PAPER } from '../../src/clients/cli/commands'
import { codeOf } from './rules/code'
import { sourcesOf } from './rules/sources'

const ROOT = join(import.meta.dir, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

const security = read('SECURITY.md')
const rulebook = read('docs/rules.md')
const built = new Set(
  [...rulebook.matchAll(/^- \*\*\[([a-z.-]+[a-zA-Z-]*)\]\*\*(?! _\(not yet\)_)/gm)].map(
    ([, id]) => id,
  ),
)
const lines = [...security.matchAll(/^\| (API\d+) (.+)$/gm)]

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

test('SECURITY.md names every command that a running server carries out', () => {
  const [, paragraph = ''] = /^(The folder `DATA_DIR` is open[\s\S]*?)\n\n/m.exec(security) ?? []
  const served = [...sourcesOf('src').values()].flatMap((source) =>
    all(source, /^ +case (CONTROL_\w+)/gm),
  )
  expect(served.length).toBeGreaterThan(4)
  const named = all(paragraph, /`paper (\w+)`/g)
  expect(named.filter((name) => !Object.hasOwn(PAPER.commands, name))).toEqual([])
  expect(named).toHaveLength(served.length)
})

test('SECURITY.md names all that a server calls: nothing else in it opens a connection', () => {
  const calls = [...sourcesOf('src')]
    .filter(([path]) => !path.startsWith('src/clients/'))
    .filter(([, source]) =>
      /\bfetch\(|\bOTLPTraceExporter\(|\bconnect\(target/.test(codeOf(source)),
    )
    .map(([path]) => path)
  expect(calls).toEqual([
    // PostgreSQL, which DATABASE_URL names.
    'src/postgres/connection.ts',
    // A socket in the server's own folder.
    'src/server/control-socket.ts',
    // The collector of OTEL_EXPORTER_OTLP_ENDPOINT.
    'src/server/telemetry/tracing.ts',
  ])
  expect(security).toContain('calls its PostgreSQL, and a collector')
})
