import { expect, test } from 'bun:test'
import { cp, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { aFolder } from '../support/folders'

const ROOT = new URL('../..', import.meta.url).pathname
const ESCAPE = '\u001b'

test('an interrupted demo prints no failure that the interruption caused', async () => {
  const demo = Bun.spawn([process.execPath, `${ROOT}src/paper.ts`, 'demo'], {
    // A group of its own, so that the interruption reaches its server too, as from a terminal.
    detached: true,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let said = ''
  const decoder = new TextDecoder()
  for await (const chunk of demo.stdout) {
    const before = said
    said += decoder.decode(chunk, { stream: true })
    if (!before.includes('Two orders') && said.includes('Two orders')) {
      process.kill(-demo.pid, 'SIGINT')
    }
  }
  expect(await demo.exited).toBe(130)
  expect(await new Response(demo.stderr).text()).toBe('')
  expect(said).not.toMatch(/\b503\b|✗/)
})

/** The project in a folder whose name a URL would escape. */
async function oddlyNamed(): Promise<string> {
  const project = join(await aFolder(), 'my 100%20 bots #1')
  await mkdir(project)
  for (const part of ['src', 'drizzle', 'docs', 'package.json', 'tsconfig.json']) {
    await cp(join(ROOT, part), join(project, part), { recursive: true })
  }
  await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'))
  return project
}

test('bun run demo shows two filled orders that add up, and ends, in any folder', async () => {
  const demo = Bun.spawn([process.execPath, 'run', 'demo'], {
    cwd: await oddlyNamed(),
    // What is set for another server does not reach the demo's own.
    env: { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', PORT: 'none' },
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const output = await new Response(demo.stdout).text()
  expect(await demo.exited).toBe(0)
  expect(output.match(/✓ .*/g)).toEqual([
    '✓ both orders are FILLED',
    '✓ each fill has the price of its quote and no more than its size',
    '✓ the account adds up to the cent',
    '✓ the server has ended in good order (status 0)',
  ])
  expect(output).not.toContain(ESCAPE)
})
