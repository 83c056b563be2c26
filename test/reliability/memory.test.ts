/** MEMORY_MIB: what a server's process does with it as it starts. */
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { aFolder } from '../support/folders'

const MEMORY = join(import.meta.dir, '../../src/clients/cli/shared/paper')

const REPORT = `
console.log(JSON.stringify({ pid: process.pid, args: process.argv.slice(2),
  options: process.execArgv, bound: process.env.BUN_JSC_forceRAMSize }))`

interface Reported {
  readonly pid: number
  readonly args: readonly string[]
  readonly options: readonly string[]
  readonly bound: string
}

/** Runs a program that bounds its memory, as the server does. */
async function programWith(
  env: Readonly<Record<string, string>>,
): Promise<Reported & { readonly startedAs: number }> {
  const file = join(await aFolder(), 'program.ts')
  const bound = `import { boundMemory } from '${MEMORY}'
boundMemory(process.argv.slice(2))
`
  await Bun.write(file, `${bound}${REPORT}`)
  const child = Bun.spawn([process.execPath, '--no-env-file', file, '--of', 'the server'], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdout: 'pipe',
  })
  const reported: Reported = JSON.parse(await child.stdout.text())
  expect(await child.exited).toBe(0)
  return { ...reported, startedAs: child.pid }
}

describe('[run.memory] MEMORY_MIB', () => {
  test('sizes the heap of the process', async () => {
    expect((await programWith({})).bound).toBe(String(300 * 2 ** 20))
    expect((await programWith({ MEMORY_MIB: '2000' })).bound).toBe(String(1_000 * 2 ** 20))
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
