/** `paper users` as a process: the password comes by a pipe and never leaves it. */
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PASSWORD } from '../support/console'

const folder = mkdtempSync(join(tmpdir(), 'paper-users-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function users(args: readonly string[], input: string) {
  const ran = Bun.spawn(['bun', 'src/paper.ts', 'users', ...args], {
    cwd: join(import.meta.dir, '../..'),
    env: { PATH: process.env.PATH ?? '', HOME: folder, DATA_DIR: join(folder, 'data') },
    stdin: new TextEncoder().encode(input),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [said, complained] = await Promise.all([
    new Response(ran.stdout).text(),
    new Response(ran.stderr).text(),
  ])
  return { status: await ran.exited, said, complained }
}

test('[console.users] the command takes a password from a pipe, and refuses a short one', async () => {
  const short = await users(['add', 'anna'], 'short\n')
  expect(short).toMatchObject({ status: 1, said: '' })
  expect(short.complained).toBe('A password must have 10 to 256 characters.\n')
  const added = await users(['add', 'anna'], `${PASSWORD}\n`)
  expect(added).toEqual({
    status: 0,
    complained: '',
    said: 'anna can sign in at http://127.0.0.1:3000/console/.\n',
  })
})
