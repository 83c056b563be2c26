/**
 * `bun run fuzz [--cases 100000] [--seed 1]`: requests as nobody should send them, until one is
 * answered as none should be. The same seed fires the same requests.
 */
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { wallNowMs } from '../../src/market/clock'
import { openRange, shots } from './fuzz'

const ROUND = 1_000

const HELP = `\
Sends malformed requests to a server of its own, until one is answered as none should be.

  bun run fuzz [--cases N] [--seed N]

  --cases  how many requests; 100000 where it is left out
  --seed   the same seed sends the same requests; one is drawn and told where it is left out`

const say = (line: string) => console.log(line) // tidy: this command is for people
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    seed: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
if (values.help) {
  say(HELP)
  process.exit(0)
}
const cases = Number(values.cases)
const seed = Number(values.seed ?? wallNowMs() % 1_000_000_000)

say(`seed ${seed}, ${cases} cases`)
const { known, fire } = await openRange()
const property = fc.asyncProperty(shots(known), async (shot) => {
  const fault = await fire(shot)
  if (fault !== undefined) throw new Error(fault)
})

let failed = false
for (let fired = 0; fired < cases && !failed; fired += ROUND) {
  const numRuns = Math.min(ROUND, cases - fired)
  const result = await fc.check(property, { numRuns, seed: seed + fired })
  failed = result.failed
  if (result.failed) {
    say(`seed ${seed}, after ${fired + result.numRuns} cases:`)
    say(Bun.inspect(result.counterexample?.[0]).slice(0, 4_000))
    say(String(result.errorInstance))
  } else say(`${fired + numRuns} of ${cases}`)
}
process.exit(failed ? 1 : 0)
