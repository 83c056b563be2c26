/** MEMORY_MIB: what a server's process does with it as it starts. */
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { aFolder } from '../support/folders'

const MEMORY = join(import.meta.dir, '../../src/main/memory')

/** Makes 0.6 GB of garbage, of which it needs 80 MB at a time. */
const GARBAGE = `
const used = []
for (let i = 0; i < 2_000; i++) {
  used[i % 250] = new Array(40_000).fill(i)
  if (i % 250 === 0) await 1
}`

const REPORT = `
const { maxRSS } = process.resourceUsage()
console.log(JSON.stringify({ pid: process.pid, args: process.argv.slice(2),
  options: process.execArgv, bound: process.env.BUN_JSC_forceRAMSize, maxRSS }))`

interface Reported {
  readonly pid: number
  readonly args: readonly string[]
  readonly options: readonly string[]
  readonly bound: string
  readonly maxRSS: number
}

/** Runs a program that bounds its memory, as the server does, and then works. */
async function programWith(
  env: Readonly<Record<string, string>>,
  work = '',
): Promise<Reported & { readonly startedAs: number }> {
  const file = join(await aFolder(), 'program.ts')
  const bound = `import { boundMemory } from '${MEMORY}'
boundMemory(process.argv.slice(2))
`
  await Bun.write(file, `${bound}${work}${REPORT}`)
  const child = Bun.spawn([process.execPath, '--no-env-file', file, '--of', 'the server'], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdout: 'pipe',
  })
  const reported: Reported = JSON.parse(await child.stdout.text())
  expect(await child.exited).toBe(0)
  return { ...reported, startedAs: child.pid }
}

describe('[run.memory] MEMORY_MIB', () => {
  test('makes garbage take less memory where it is less', async () => {
    const little = await programWith({ MEMORY_MIB: '300' }, GARBAGE)
    const much = await programWith({ MEMORY_MIB: '100000' }, GARBAGE)
    expect(little.maxRSS).toBeLessThan(0.8 * much.maxRSS)
  })

  test('leaves the process its id, its options and its arguments', async () => {
    const started = await programWith({})
    expect(started.pid).toBe(started.startedAs)
    expect(started.options).toEqual(['--no-env-file'])
    expect(started.args).toEqual(['--of', 'the server'])
  })

  test('leaves alone a heap that the operator has sized', async () => {
    expect((await programWith({ BUN_JSC_forceRAMSize: '400000000' })).bound).toBe('400000000')
  })
})
