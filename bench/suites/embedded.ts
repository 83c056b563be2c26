/** Orders on the embedded database: a rate and the memory that it takes. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { play } from '../contest'
import { seed } from '../databases'
import { httpSide } from '../http-side'
import { startBrokerage } from '../processes'
import { signInAll } from '../requests'
import type { Bench } from './suite'

export async function embedded({ rounds, say }: Bench) {
  const folder = await mkdtemp(join(tmpdir(), 'paper-brokerage-bench.'))
  try {
    await seed({ kind: 'embedded', dir: folder, durability: 'fsync' })
    const server = await startBrokerage({ DATABASE_URL: '', DATA_DIR: folder })
    try {
      const side = httpSide({
        name: 'ours, embedded',
        server,
        workload: { kind: 'orders' },
        tokens: await signInAll(server.origin),
      })
      const what = 'the same orders on the embedded database, which syncs its log'
      const turns = await play({ name: 'embedded orders', what, sides: [side] }, rounds, say)
      const mebibytes = Math.round((await server.residentBytes()) / 2 ** 20)
      return [{ ...turns, what: `${what}; ${mebibytes} MiB resident afterwards` }]
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
