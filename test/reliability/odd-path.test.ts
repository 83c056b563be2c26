/** The project may lie in any folder: a name is no URL. */
import { expect, test } from 'bun:test'
import { cp, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { aFolder } from '../support/folders'

const ROOT = join(import.meta.dir, '../..')

test('bun run demo works in a folder whose name a URL would escape', async () => {
  const project = join(await aFolder(), 'my 100%20 bots #1')
  await mkdir(project)
  for (const part of ['src', 'drizzle', 'docs', 'package.json', 'tsconfig.json']) {
    await cp(join(ROOT, part), join(project, part), { recursive: true })
  }
  await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'))
  const demo = Bun.spawn([process.execPath, 'run', 'demo'], {
    cwd: project,
    env: { PATH: process.env.PATH ?? '' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [said, complaints] = await Promise.all([demo.stdout.text(), demo.stderr.text()])
  expect({ status: await demo.exited, said, complaints }).toMatchObject({
    status: 0,
    said: expect.stringContaining('FILLED'),
  })
})
