/** What users of the package have and this repository has not: other versions, other runners. */
import { join } from 'node:path'
import { aFolder } from '../support/folders'

const PATIENCE_MS = 120_000
const NODE_22 = `node-${process.platform}-${process.arch}`

export interface Tools {
  /** A binary in a package of the registry. */
  readonly node22: string
  readonly vitest: string
}

/** Null if the registry does not have them. The tests that need them are skipped, with a notice. */
export async function installedTools(): Promise<Tools | null> {
  const folder = await aFolder()
  await Bun.write(join(folder, 'package.json'), '{"name":"tools","private":true}')
  const install = Bun.spawn([process.execPath, 'add', `${NODE_22}@22`, 'vitest@4'], {
    cwd: folder,
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
    timeout: PATIENCE_MS,
  })
  const complained = await install.stderr.text()
  if ((await install.exited) === 0) {
    return {
      node22: join(folder, 'node_modules', NODE_22, 'bin/node'),
      vitest: join(folder, 'node_modules/vitest/vitest.mjs'),
    }
  }
  process.stderr.write(`The registry gives no Node 22 and no vitest, left out: ${complained}\n`)
  return null
}
