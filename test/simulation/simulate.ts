/** `bun run simulate`: whole worlds, one for each seed, until something in one is not right. */
import { parseArgs } from 'node:util'
import type { Kind } from './commands'
import { huntAll } from './hunt'
import { playedBy } from './jobs'
import { MUTANTS_ON, plant } from './mutants'

const HELP = `\
Plays whole worlds: servers on one database, their clients, networks and crashes, on a simulated
clock. A ledger of its own looks at everything after each step. The same seed is the same world.

  bun run simulate [--seeds N] [--from N] [--commands N] [--jobs N] [--json]
  bun run simulate --seed N [--commands N] [--trace]
  bun run simulate --mutants [--seeds N] [--commands N] [--jobs N]
  bash .ci/postgres -- bun run simulate --postgres …

  --seeds     how many worlds; 100 where it is left out
  --from      the first seed; 1 where it is left out
  --seed      this world alone
  --commands  what the clients of a world ask for; 1000 where it is left out
  --jobs      plays them in so many processes at once, one for each core say
  --trace     prints everything that happens
  --postgres  plays on the PostgreSQL of TEST_DATABASE_URL, in a database of its own: two servers,
              and statements of their open transactions come in any order
  --json      prints the figures as JSON, and nothing else
  --lines     prints each world as a line of JSON, for --jobs
  --shrink    runs for making the commands of a finding fewer; 300 where it is left out
  --mutant    plants this fault in the server, and ends when it is found
  --mutants   plants one fault after the other, and prints which seed finds it

It ends with status 1 where a world has a finding, with its seed and the fewest commands that lead
to it; with --mutants, where a planted fault is not found.`

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    commands: { type: 'string', default: '1000' },
    shrink: { type: 'string', default: '300' },
    mutant: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '1' },
    lines: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const print = (line: string) => console.log(line) // tidy: this command is for people
const kind: Kind = values.postgres ? 'postgres' : 'memory'
const say = values.json ? () => {} : print

if (values.help) print(HELP)
else if (values.mutants) {
  const { seeds, commands, shrink } = values
  const given = ['--seeds', seeds, '--commands', commands, '--shrink', shrink]
  process.exitCode = (await huntAll(kind, given, Number(values.jobs), print)) ? 0 : 1
} else process.exitCode = await simulateAll()

async function simulateAll(): Promise<number> {
  const planted = Object.values(MUTANTS_ON)
    .flat()
    .find(({ name }) => name === values.mutant)
  if (planted !== undefined) plant(planted)
  else if (values.mutant !== undefined) throw new Error(`no such fault: ${values.mutant}`)
  // After the fault is planted: this loads the server.
  const { playAll, playedHere } = await import('./session')
  const asked = {
    first: Number(values.seed ?? values.from),
    seeds: values.seed === undefined ? Number(values.seeds) : 1,
    calls: Number(values.commands),
    kind,
    trace: values.trace,
    untilFound: planted !== undefined,
    shrinkRuns: Number(values.shrink),
    say,
  }
  if (values.lines) {
    for await (const played of playedHere(asked)) print(JSON.stringify(played))
    return 0
  }
  const jobs = Number(values.jobs)
  const session = await playAll(asked, jobs > 1 ? playedBy(jobs, asked) : playedHere(asked))
  if (values.json) print(JSON.stringify(session))
  for (const [what, count] of Object.entries(session.figures)) {
    say(`${String(count).padStart(9)}  ${what}`)
  }
  const { length } = session.findings
  say(length === 0 ? 'nothing was found' : `${length} worlds with a finding`)
  return length === 0 ? 0 : 1
}
