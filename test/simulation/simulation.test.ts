/** Twenty worlds of `bun run simulate`, and the simulation itself. */

import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { hasPostgres } from '../support/storage'
import { memory } from './grounds'
import { simulate, simulateOnce } from './run'

/** Worlds bring their own database: once is enough. */
const testOnce = test.skipIf(hasPostgres)

/** So few that all worlds together cost a few seconds. */
const COMMANDS = 40
const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1)

const totals = new Map<string, number>()

testOnce.each(SEEDS)('the simulated world %i has nothing to find', async (seed) => {
  const { finding, counts } = await simulateOnce(seed, COMMANDS, await memory())
  expect(finding).toBeNull()
  for (const [what, count] of counts) totals.set(what, (totals.get(what) ?? 0) + count)
})

// Worlds in which nothing happens would have nothing to find either.
testOnce('simulated worlds have fills, faults and servers that end', () => {
  expect(totals.get('fills')).toBeGreaterThan(50)
  expect(totals.get('fault unknown')).toBeGreaterThan(0)
  expect(totals.get('processes ended')).toBeGreaterThan(0)
  expect(totals.get('controls')).toBeGreaterThan(20)
  expect(totals.get('clock moves')).toBeGreaterThan(5)
  expect(totals.get('fills under strict@2')).toBeGreaterThan(5)
  expect(totals.get('conditional orders placed')).toBeGreaterThan(20)
  expect(totals.get('leg TRIGGERED')).toBeGreaterThan(20)
  expect(totals.get('leg EXPIRED')).toBeGreaterThan(0)
  expect(totals.get('conditional orders amended')).toBeGreaterThan(0)
  expect(totals.get('leg PENDING')).toBeGreaterThan(10)
})

testOnce('the same seed is the same world, byte for byte', async () => {
  const ground = await memory()
  const [once, again, other] = [
    await simulate(7, COMMANDS, ground),
    await simulate(7, COMMANDS, ground),
    await simulate(8, COMMANDS, ground),
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
