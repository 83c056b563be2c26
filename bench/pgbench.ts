/** PostgreSQL's own pgbench, over TCP as our server, with prepared statements. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Turn } from './contest'
import { CONNECTIONS } from './market'
import { type Meters, metered } from './processor'

const CLIENT_THREADS = 2
/** Its time begins before its clients are connected. */
const CONNECTING_SECONDS = 3

export interface PgbenchRun {
  readonly url: string
  /** One transaction, in pgbench's language. */
  readonly transaction: string
  readonly seconds: number
  /** As many as the generator has connections if it is omitted. */
  readonly clients?: number
  /** Meters of the PostgreSQL behind the address. */
  readonly meters: Meters
}

/** Its rate leaves out the time for connecting. */
export async function pgbench(run: PgbenchRun): Promise<Turn> {
  const { transaction, meters } = run
  const folder = await mkdtemp(join(tmpdir(), 'paper-brokerage-bench.'))
  try {
    const script = join(folder, 'transaction.sql')
    await writeFile(script, transaction)
    const { done: output, micros } = await metered(meters, () => outputOf(script, run))
    const answered = Number(/transactions actually processed: (\d+)/.exec(output)?.[1])
    return {
      perSecond: Number(/^tps = ([\d.]+) \(without/m.exec(output)?.[1]),
      answered,
      p50Ms: null,
      p99Ms: null,
      cpuMicros: perRequest(micros, answered),
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

export const perRequest = (
  micros: Readonly<Record<string, number>>,
  answered: number,
): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(micros).map(([who, spent]) => [who, spent / answered]))

/** Throws if it failed, or if a transaction did. */
async function outputOf(
  script: string,
  { url, seconds, clients = CONNECTIONS }: PgbenchRun,
): Promise<string> {
  const child = Bun.spawn(
    [
      program(),
      '--no-vacuum',
      '--protocol=prepared',
      `--file=${script}`,
      `--client=${clients}`,
      `--jobs=${CLIENT_THREADS}`,
      `--time=${seconds + CONNECTING_SECONDS}`,
    ],
    { env: { ...process.env, ...connectionOf(url) }, stdout: 'pipe', stderr: 'pipe' },
  )
  const [output, faults] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  const failed = /number of failed transactions: (\d+)/.exec(output)?.[1] ?? '0'
  if ((await child.exited) !== 0 || !/^tps = [\d.]+ \(without/m.test(output) || failed !== '0') {
    throw new Error(`pgbench failed:\n${faults}${output}`)
  }
  return output
}

/** Finds it beside the server's programs, as `.ci/postgres --bin` does, or on the PATH. */
function program(): string {
  const { stdout } = Bun.spawnSync(['bash', `${import.meta.dir}/../.ci/postgres`, '--bin'])
  const folder = stdout.toString().trim()
  return folder === '' ? 'pgbench' : join(folder, 'pgbench')
}

/** In the environment, since a command line is for everyone to see. */
function connectionOf(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname } = new URL(url)
  return {
    PGHOST: hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
  }
}
