/** Twenty worlds of `bun run simulate`, and the simulation itself. */

import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { type Run, simulate } from './run'

/** So few that all worlds together cost a few seconds. */
const COMMANDS = 60
const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1)

test('twenty simulated worlds have nothing to find', async () => {
  const runs: Run[] = []
  for (const seed of SEEDS) runs.push(await simulate(seed, COMMANDS))
  expect(
    runs.flatMap(({ seed, finding }) => (finding === null ? [] : { seed, ...finding })),
  ).toEqual([])
  const total = (what: string) => runs.reduce((sum, { counts }) => sum + (counts.get(what) ?? 0), 0)
  // Worlds in which nothing happens would have nothing to find either.
  expect(total('fills')).toBeGreaterThan(100)
  expect(total('processes ended')).toBeGreaterThan(3)
})

test('the same seed is the same world, byte for byte', async () => {
  const [once, again, other] = [
    await simulate(7, COMMANDS),
    await simulate(7, COMMANDS),
    await simulate(8, COMMANDS),
  ]
  expect(again.digest).toBe(once.digest)
  expect(other.digest).not.toBe(once.digest)
})

test('the ledger that judges the server imports nothing of the server', async () => {
  const folder = `${import.meta.dir}/oracle`
  const imports = []
  for await (const name of new Glob('*.ts').scan(folder)) {
    const source = await Bun.file(`${folder}/${name}`).text()
    imports.push(...[...source.matchAll(/ from '([^']+)'/g)].map(([, from]) => from))
  }
  expect(imports.filter((from) => !from?.startsWith('./'))).toEqual([])
})
