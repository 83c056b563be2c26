/** A process with brokers ends when its work is done: nothing of them keeps it. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { aFolder } from '../support/folders'
import { PAPER } from '../support/programs'

const ROOT = join(import.meta.dir, '../..')
const LASTING = join(ROOT, 'test/support/lasting-timers.ts')
const { PATH = '' } = process.env

/** One that has not ended by then waits for a timer. */
const DEADLINE_MS = 150_000

/** What a process says that ends by itself, without a timer of a second or more. */
async function said(...args: readonly string[]): Promise<string> {
  const running = Bun.spawn([process.execPath, '--preload', LASTING, ...args], {
    env: { PATH },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: DEADLINE_MS,
  })
  const text = await running.stdout.text()
  expect(await running.exited).toBe(0)
  return text
}

/** A script with `startBroker`, in a file of its own. */
async function script(work: string): Promise<string> {
  const file = join(await aFolder(), 'script.ts')
  const startBroker = `import { startBroker } from '${ROOT}/src/clients/testing'\n`
  await Bun.write(file, `${startBroker}${work}\nconsole.log('closed')\n`)
  return file
}

test('[testkit.ends] a script ends when its broker is closed', async () => {
  const work = "{ await using broker = await startBroker(); await broker.clock.advance('PT1M') }"
  expect(await said(await script(work))).toBe('closed\n')
})

test('[testkit.ends] a script ends when its broker and its forks are closed', async () => {
  const work = `{
    await using broker = await startBroker()
    await using first = await broker.fork()
    await using second = await first.fork()
    await second.clock.advance('PT1M')
  }
  { await using again = await startBroker() }`
  expect(await said(await script(work))).toBe('closed\n')
})

test('[testkit.ends] a script ends when its broker on a folder is closed', async () => {
  const folder = JSON.stringify(join(await aFolder(), 'data'))
  const work = `{ await using broker = await startBroker({ env: { DATA_DIR: ${folder} } }) }`
  expect(await said(await script(work))).toBe('closed\n')
})

test('[testkit.ends] paper exec ends with its command', async () => {
  expect(await said(PAPER, 'exec', 'echo', 'done')).toBe('done\n')
})

test('[testkit.ends] paper chaos ends after its last seed', async () => {
  expect(await said(PAPER, 'chaos', '--seeds', '3', 'true')).toBe('3 seeds, and none fails.\n')
})
