/**
 * `bun run crash`: everything that can fail around a server fails, again and again, on a real
 * PostgreSQL; then what was answered is compared with what is there.
 */
import { parseArgs } from 'node:util'
import { tableLines } from '../../src/clients/cli/shared/format'
import { wallNowMs } from '../../src/market/clock'
import { randomOf } from '../support/random'
import { killServers } from '../support/server-process'
import { type Cluster, newCluster, withoutPostgres } from './cluster'
import { type Played, play } from './play'
import { SCENES, type SceneName, sceneOf } from './scenes'
import { openWorld } from './world'

const NAMES = Object.keys(SCENES).filter((name): name is SceneName => Object.hasOwn(SCENES, name))

const HELP = `\
Kills, cuts, stops and cancels servers and PostgreSQL while clients trade, then compares what they
were answered with what is there: every order once, nothing that was refused, money exact, events
without gaps, and each unknown outcome settled by sending the order again.

  bun run crash [--only SCENE,…] [--rounds N] [--seed N] [--json]

  --only    ${NAMES.join(', ')}; all of them where it is left out
  --rounds  of each scene; its own number where it is left out (all take some 20 minutes)
  --seed    the same seed makes the same choices; one is drawn and told where it is left out
  --json    the results as one JSON object on the standard output, the progress on standard error

It starts a PostgreSQL of its own, for which PostgreSQL must be installed. The exit status is 1
where something is found.`

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: NAMES.join() },
    rounds: { type: 'string' },
    seed: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const say = (line: string): void => console.error(line) // tidy: this command is for people
const print = (line: string): void => console.log(line) // tidy: this command is for people
if (values.help) {
  print(HELP)
  process.exit(0)
}

function end(fault: string): never {
  say(fault)
  process.exit(2)
}

const asked = values.only.split(',')
const unknown = asked.find((name) => !Object.hasOwn(SCENES, name))
if (unknown !== undefined) end(`--only: ${unknown} is none of ${NAMES.join(', ')}`)
const rounds = values.rounds === undefined ? null : Number(values.rounds)
if (rounds !== null && !(rounds >= 1)) end('--rounds takes a number from 1 on')
const missing = withoutPostgres()
if (missing !== null) end(missing)

/** A world of its own, so that no scene's faults are another's. */
async function playScene(name: SceneName, seed: number): Promise<Played> {
  const random = randomOf(seed)
  let cluster: Cluster = await newCluster(random)
  const ground = { url: () => cluster.url, ask: <Row>(text: string) => cluster.ask<Row>(text) }
  try {
    const world = await openWorld(ground, random)
    const stage = {
      world,
      get cluster() {
        return cluster
      },
      lead(to: Cluster) {
        cluster = to
        world.wire.lead(to.url)
      },
      say,
    }
    const scene = sceneOf(name)
    try {
      return await play(scene, stage, rounds ?? scene.rounds)
    } finally {
      await world.close()
    }
  } finally {
    await killServers()
    await cluster.remove()
  }
}

const seed = Number(values.seed ?? wallNowMs() % 1_000_000_000)
say(`seed ${seed}`)
const played: Played[] = []
for (const name of NAMES.filter((each) => asked.includes(each))) {
  played.push(await playScene(name, seed))
}

const whole = (count: number): string => Math.round(count).toLocaleString('en-US')
const seconds = (ms: number): string => (ms / 1_000).toFixed(1)
const table = tableLines(
  [
    'scene',
    'rounds',
    'seconds',
    'orders',
    'refused',
    'events',
    'groups',
    'brackets',
    'exited',
    'unknown',
    'there',
    'made',
    'not',
    'recovery s',
    'longest s',
    'found',
  ],
  played.map((each) => {
    const { placed, refused, events, groups, brackets, exited, unknown: open } = each.tally
    const { wasThere, wasMade, wasRefused } = each.tally
    const ofGroups = [groups, brackets, exited]
    const counts = [placed, refused, events, ...ofGroups, open, wasThere, wasMade, wasRefused]
    const { median, longest } = each.recoveryMs
    return [
      each.scene,
      whole(each.rounds),
      whole(each.seconds),
      ...counts.map(whole),
      seconds(median),
      seconds(longest),
      whole(each.findings.length),
    ]
  }),
)
if (values.json) print(JSON.stringify({ seed, played }))
else {
  for (const line of table) print(line)
  for (const { scene, findings } of played) for (const each of findings) print(`${scene}: ${each}`)
}
process.exit(played.some(({ findings }) => findings.length > 0) ? 1 : 0)
