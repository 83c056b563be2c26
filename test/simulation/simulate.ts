/** `bun run simulate`: whole worlds, one for each seed, until something in one is not right. */
import { parseArgs } from 'node:util'
import { monotonicNowMs } from '../../src/market/clock'
import { type Command, commandsOf } from './commands'
import { play, type Run } from './run'
import { shrink, sizeOf } from './shrink'

const HELP = `\
Plays whole worlds: servers on one database, their clients, networks and crashes, on a simulated
clock. A ledger of its own looks at everything after each step. The same seed is the same world.

  bun run simulate [--seeds N] [--from N] [--commands N] [--json]
  bun run simulate --seed N [--commands N] [--trace]

  --seeds     how many worlds; 100 where it is left out
  --from      the first seed; 1 where it is left out
  --seed      this world alone
  --commands  what the clients of a world ask for; 1000 where it is left out
  --trace     prints everything that happens
  --json      prints the figures as JSON

It ends with status 1 where a world has a finding, with its seed and the fewest commands that lead
to it.`

const say = (line: string) => console.log(line) // tidy: this command is for people

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    commands: { type: 'string', default: '1000' },
    trace: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const SHOWN_EVERY_MS = 10_000

if (values.help) say(HELP)
else process.exitCode = await simulateAll()

async function simulateAll(): Promise<number> {
  const calls = Number(values.commands)
  const first = Number(values.seed ?? values.from)
  const seeds = values.seed === undefined ? Number(values.seeds) : 1
  const counts = new Map<string, number>()
  const found: Run[] = []
  const beganMs = monotonicNowMs()
  let shownMs = beganMs
  for (let seed = first; seed < first + seeds; seed++) {
    const commands = commandsOf(seed, calls)
    const run = await play(seed, commands)
    for (const [what, count] of run.counts) counts.set(what, (counts.get(what) ?? 0) + count)
    if (values.trace) for (const line of run.trace) say(line)
    if (run.finding !== null) {
      found.push(run)
      await tell(run, commands)
    }
    const nowMs = monotonicNowMs()
    if (nowMs - shownMs < SHOWN_EVERY_MS || values.json) continue
    shownMs = nowMs
    say(progress(seed - first + 1, seeds, counts, nowMs - beganMs))
  }
  const tookMs = monotonicNowMs() - beganMs
  const figures = Object.fromEntries([...counts].sort())
  if (values.json) {
    const findings = found.map(({ seed, finding }) => ({ seed, ...finding }))
    say(JSON.stringify({ seeds, seconds: Math.round(tookMs / 1_000), findings, figures }))
  } else {
    say(progress(seeds, seeds, counts, tookMs))
    for (const [what, count] of Object.entries(figures))
      say(`${String(count).padStart(9)}  ${what}`)
    say(found.length === 0 ? 'nothing was found' : `${found.length} worlds with a finding`)
  }
  return found.length === 0 ? 0 : 1
}

function progress(
  done: number,
  of: number,
  counts: ReadonlyMap<string, number>,
  tookMs: number,
): string {
  const requests = counts.get('requests') ?? 0
  const aSecond = Math.round((requests / tookMs) * 1_000)
  const fills = counts.get('fills') ?? 0
  return `${done} of ${of} seeds, ${requests} requests, ${aSecond} a second, ${fills} fills`
}

async function tell({ seed, finding, commands: begun }: Run, commands: readonly Command[]) {
  if (finding === null) return
  say(`seed ${seed}: ${finding.kind} at command ${begun}: ${finding.message}`)
  const played = commands.slice(0, begun)
  const shrunk = await shrink(played, async (fewer) => {
    const again = await play(seed, fewer)
    return again.finding?.kind === finding.kind
  })
  say(`the fewest commands that lead to it, ${sizeOf(shrunk.commands)} of ${sizeOf(played)}:`)
  for (const command of shrunk.commands) say(`  ${JSON.stringify(command)}`)
  const last = await play(seed, shrunk.commands)
  say(`what they do: ${last.finding?.message ?? 'nothing'}`)
  for (const line of last.trace) say(`  ${line}`)
  say(`bun run simulate --seed ${seed} --commands ${values.commands} --trace`)
}
