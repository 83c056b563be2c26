/** The faults that `bun run simulate --mutants` plants can be planted, and are found. */
import { expect, test } from 'bun:test'
import { hasPostgres } from '../support/storage'
import { hunt } from './hunt'
import { MUTANTS_ON } from './mutants'

test.each([...MUTANTS_ON.memory, ...MUTANTS_ON.postgres])(
  '$file has a place for the fault: $name',
  async ({ file, from, to }) => {
    const source = await Bun.file(`${import.meta.dir}/../../${file}`).text()
    expect(source.split(from)).toHaveLength(2)
    const planted = source.replace(from, () => to)
    expect(() => new Bun.Transpiler({ loader: 'ts' }).scan(planted)).not.toThrow()
  },
)

test.skipIf(hasPostgres)(
  'a planted fault is found',
  async () => {
    const given = ['--seeds', '3', '--commands', '60', '--shrink', '0']
    const { finding } = await hunt('a SELL meets the ask', 'memory', given)
    expect(finding?.kind).toBe('fill-unexplained')
  },
  // As long as a busy machine takes: nothing is measured here.
  600_000,
)
