/**
 * `bun run bench:starts`: what it takes to start a broker for a test, and a server. Each round is a
 * new process for each; the least of them counts, since all else that a machine does only adds to
 * it. Processor time is the process's, its compilers' threads among it.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { helpWith } from './help'
import { startBrokerage } from './processes'
import { meterOf } from './processor'
import type { KitStarts } from './starts-kit'

const USAGE = `usage: bun run bench:starts [--rounds N] [--kit FILE]

  --rounds N  processes of each (5)
  --kit FILE  another paper-brokerage/testing, a built or an older one, instead of this one`

helpWith(USAGE)
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    kit: { type: 'string', default: `${import.meta.dir}/../src/clients/testing/index.ts` },
  },
})
const KIT = `${import.meta.dir}/starts-kit.ts`
const kit = Bun.pathToFileURL(values.kit).href
/** A server at rest: its first ticks, and the collector, have run. */
const REST_MS = 5_000

async function kitStarts(): Promise<KitStarts> {
  const child = Bun.spawn([process.execPath, KIT, kit], { stdout: 'pipe', stderr: 'inherit' })
  // safe: the program prints this.
  return JSON.parse(await new Response(child.stdout).text()) as KitStarts
}

interface ServerStart {
  readonly ms: number
  readonly cpuMs: number
  readonly residentMb: number
}

async function serverStart(dataDir: string): Promise<ServerStart> {
  const beganAtMs = performance.now()
  const server = await startBrokerage({ DATABASE_URL: '', DATA_DIR: dataDir })
  const ms = performance.now() - beganAtMs
  const cpuMs = (await meterOf(server.pid)()) / 1_000
  await Bun.sleep(REST_MS)
  const residentMb = (await server.residentBytes()) / 1024 / 1024
  await server.stop()
  return { ms, cpuMs, residentMb }
}

const least = <Round>(rounds: readonly Round[], of: (round: Round) => number): string =>
  Math.min(...rounds.map(of))
    .toFixed(0)
    .padStart(6)

async function main(): Promise<void> {
  const kits: KitStarts[] = []
  const servers = { fresh: [] as ServerStart[], existing: [] as ServerStart[] }
  const inMemory: ServerStart[] = []
  for (let round = 0; round < Number(values.rounds); round++) {
    kits.push(await kitStarts())
    const folder = await mkdtemp(join(tmpdir(), 'paper-brokerage-starts-'))
    servers.fresh.push(await serverStart(folder))
    servers.existing.push(await serverStart(folder))
    await rm(folder, { recursive: true, force: true })
    inMemory.push(await serverStart('memory'))
  }
  console.log('milliseconds               elapsed    processor   resident MiB')
  for (const [name, key] of [
    ['startBroker, the first', 'first'],
    ['another, one closed', 'reopened'],
    ['another, others open', 'further'],
    ['twenty at once', 'twenty'],
  ] as const) {
    const elapsed = least(kits, (starts) => starts[key].ms)
    console.log(`${name.padEnd(27)} ${elapsed}       ${least(kits, (each) => each[key].cpuMs)}`)
  }
  for (const [name, rounds] of [
    ['server, a new folder', servers.fresh],
    ['server, an existing one', servers.existing],
    ['server, in memory', inMemory],
  ] as const) {
    const [elapsed, cpu] = [least(rounds, ({ ms }) => ms), least(rounds, ({ cpuMs }) => cpuMs)]
    const resident = least(rounds, ({ residentMb }) => residentMb)
    console.log(`${name.padEnd(27)} ${elapsed}       ${cpu}         ${resident}`)
  }
}

await main()
