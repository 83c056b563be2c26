/** docs/architecture.md: the two walks as they are played, the states of an order as coded. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TRANSITIONS } from '../../src/core/order/order'
import { walkIn } from '../walk/document'

const ROOT = join(import.meta.dir, '../..')
const architecture = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')

/** Beneath every step: the market's prices, values, wiring, bookkeeping, the way of a statement. */
const BENEATH = [
  /^src\/(?:market|compose|jobs|store\/pg|store\/drivers)\//,
  /^src\/trading\/matcher\/(?:exhausted|instrument-orders)\.ts$/,
  /^src\/trading\/(?:row-table|commit-(?:rows|statement))\.ts$/,
  /^src\/core\/last-used\.ts$/,
  /^src\/store\/(?:database|secrets)\.ts$/,
  /^src\/core\/(?:assert|decimal|ids|instrument|limits|money|pace|refusals|time)\.ts$/,
]
/** What a test may force: without a sandbox nothing enters it. Pins are read again now and then. */
const FORCED = [
  /^src\/api\/pipeline\/faults\.ts$/,
  /^src\/api\/v1\/stream\/faulty-peer\.ts$/,
  /^src\/store\/tables\/pinned-quotes\.ts$/,
]
/** What an application is put together from. */
const AROUND = [/^src\/api\/app\.ts$/]
/** What runs beside a request: streams, and instruments that are read again now and then. */
const BESIDE = [/^src\/api\/v1\/stream\//, /^src\/store\/tables\/instruments\.ts$/]
/** The request that moves the clock, and the stream's own checks of its token. */
const ASIDE = [
  /^src\/api\/(?:sandbox|pipeline|wire)\/(?!order-record)/,
  /^src\/api\/v1\/stream\/(?:service|routes)\.ts$/,
  /^src\/events\/recent\.ts$/,
  /^src\/identity\//,
]

interface Walk {
  readonly title: string
  /** The files that a reader opens; never more than now. */
  readonly filesMax: number
  /** Where it begins: the file of the first function. */
  readonly from: RegExp
  readonly leftOut: readonly RegExp[]
}

const WALKS = {
  order: {
    title: 'Placing an order',
    filesMax: 28,
    from: /^src\/api\//,
    leftOut: [...BENEATH, ...FORCED, ...AROUND, ...BESIDE],
  },
  fill: {
    title: 'One tick, one fill, one message',
    filesMax: 38,
    from: /^src\/trading\/matcher\//,
    leftOut: [...BENEATH, ...FORCED, ...ASIDE],
  },
} as const satisfies Record<string, Walk>

let played: readonly (readonly string[])[] = []

beforeAll(async () => {
  const { TEST_DATABASE_URL: _, ...env } = process.env
  const player = Bun.spawn(
    [process.execPath, '--preload', './test/walk/trace.ts', 'test/walk/play.ts'],
    { cwd: ROOT, env, stderr: 'inherit' },
  )
  const printed = await new Response(player.stdout).text()
  played = printed.split('\n').map((line) => line.split(' '))
}, 600_000)

describe.each(['order', 'fill'] as const)("the %s's walk in docs/architecture.md", (name) => {
  const { title, filesMax, from, leftOut } = WALKS[name]
  const told = walkIn(architecture, title)
  const walk = (): readonly string[] => {
    const entries = played.flatMap(([walk, entry = '']) => (walk === name ? [entry] : []))
    return entries.slice(entries.findIndex((entry) => from.test(entry)))
  }

  test(`names each file that the ${name} runs through, and no other`, () => {
    const files = walk()
      .map((entry) => entry.slice(0, entry.indexOf(':')))
      .filter((file) => !leftOut.some((pattern) => pattern.test(file)))
    expect([...new Set(told.map(({ file }) => file))].sort()).toEqual([...new Set(files)].sort())
  })

  test(`names the functions of the ${name} in the order in which they are entered`, () => {
    const entries = walk()
    let at = 0
    const misplaced = told.flatMap(({ file, functions }) =>
      functions.flatMap((each) => {
        const next = entries.indexOf(`${file}:${each}`, at)
        if (next < 0) return [`${file}:${each}`]
        at = next
        return []
      }),
    )
    expect(misplaced).toEqual([])
  })

  test(`has at most ${filesMax} files for the ${name}, none of them three times`, () => {
    const visits = Map.groupBy(told, ({ file }) => file)
    expect(visits.size).toBeLessThanOrEqual(filesMax)
    expect([...visits].filter(([, times]) => times.length > 2).map(([file]) => file)).toEqual([])
  })
})

test("[life.transitions] docs/architecture.md draws an order's states as the core has them", () => {
  const edges = Object.entries(TRANSITIONS).flatMap(([status, transitions]) => {
    const next = Object.entries(transitions).map(([name, to]) => `  ${status} --> ${to}: ${name}`)
    return next.length > 0 ? next : [`  ${status} --> [*]`]
  })
  const diagram = ['stateDiagram-v2', '  [*] --> SUBMITTED: accepted', ...edges].join('\n')
  const [, drawn] = /```mermaid\n([\s\S]*?)\n```/.exec(architecture) ?? []
  expect(drawn).toBe(diagram)
})
