/** PostgreSQL servers of our own, to be killed, stopped, backed up and promoted. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { freePort } from '../support/ports'
import type { Random } from '../support/random'

const ROOT = new URL('../..', import.meta.url).pathname
const USER = 'postgres'
const STANDBY_NAME = 'standby'
/** They take minutes. */
const START_TRIES_MAX = 3_000
const PAUSE_MS = 100

export interface Cluster {
  /** As its administrator; the password is in it. */
  readonly url: string
  readonly port: number
  /** The process id of its postmaster. */
  pid(): number
  /** Resolves when it lets somebody in. */
  start(): Promise<void>
  /** SIGQUIT is its immediate shutdown. Resolves when the postmaster is gone. */
  kill(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void>
  /** As an administrator. */
  ask<Row>(text: string): Promise<readonly Row[]>
  /** A copy that follows it; from now on each COMMIT here is answered when it shows there too. */
  followed(): Promise<Cluster>
  /** A follower becomes one that takes changes. */
  promote(): Promise<void>
  remove(): Promise<void>
}

/** Why there is no PostgreSQL here; null: there is. */
export const withoutPostgres = (): string | null =>
  programs() === null ? 'no PostgreSQL server here; on Debian: apt-get install -y postgresql' : null

function programs(): string | null {
  const { exitCode, stdout } = Bun.spawnSync(['bash', `${ROOT}.ci/postgres`, '--bin'])
  return exitCode === 0 ? stdout.toString().trim() : null
}

const isRoot = process.getuid?.() === 0

/** It refuses to run as root. It ends with us, even by SIGKILL. */
const asServer = (command: readonly string[]): string[] =>
  isRoot
    ? [
        'setpriv',
        `--reuid=${USER}`,
        `--regid=${USER}`,
        '--init-groups',
        '--pdeathsig=INT',
        ...command,
      ]
    : [...command]

async function run(command: readonly string[]) {
  const child = Bun.spawn(asServer(command), {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? '' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const said = await Promise.all(
    [child.stdout, child.stderr].map((each) => new Response(each).text()),
  )
  if ((await child.exited) !== 0) throw new Error(`${command[0]} failed: ${said.join('')}`)
}

/** What a scene sets for the servers' sessions does not hold for its own. */
const UNLIMITED: Readonly<Record<string, string>> = {
  statement_timeout: '0',
  default_transaction_read_only: 'off',
}
const ADMINISTRATOR = {
  max: 1,
  onnotice: () => {},
  connect_timeout: 5,
  fetch_types: false,
  connection: UNLIMITED,
}

interface Made {
  readonly home: string
  readonly password: string
  readonly random: Random
}

/**
 * Makes one with PostgreSQL's own settings, so fsync is on, and starts it. `initdb`: further
 * options of that program.
 */
export async function newCluster(random: Random, initdb?: readonly string[]): Promise<Cluster> {
  const home = await makeHome()
  const password = `crash-${Math.floor(random() * 2 ** 48).toString(36)}`
  const file = join(home, 'password')
  await writeFile(file, `${password}\n`, { mode: 0o600 })
  await own(file)
  await run([
    `${programs()}/initdb`,
    '--pgdata',
    join(home, 'db'),
    '--username',
    USER,
    '--auth=scram-sha-256',
    '--pwfile',
    file,
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    ...(initdb ?? []),
  ])
  const cluster = clusterIn({ home, password, random }, await freePort(random))
  await cluster.start()
  return cluster
}

async function makeHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'paper-brokerage-crash.'))
  await chmod(home, 0o700)
  await own(home)
  return home
}

async function own(path: string): Promise<void> {
  if (isRoot) await Bun.spawn(['chown', `${USER}:`, path]).exited
}

function clusterIn(made: Made, port: number): Cluster {
  const { home, password, random } = made
  const bin = programs()
  const url = `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`
  let child: Bun.Subprocess | null = null

  async function ask<Row>(text: string): Promise<readonly Row[]> {
    const sql = postgres(url, ADMINISTRATOR)
    try {
      return await sql.unsafe<Row[]>(text)
    } finally {
      await sql.end({ timeout: 1 })
    }
  }

  async function spawn(): Promise<void> {
    child = Bun.spawn(
      asServer([
        `${bin}/postgres`,
        '-D',
        join(home, 'db'),
        '-p',
        String(port),
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        'unix_socket_directories=',
        '-c',
        `cluster_name=${STANDBY_NAME}`,
        '-c',
        'shared_buffers=32MB',
      ]),
      { cwd: home, stdin: 'ignore', stdout: 'ignore', stderr: Bun.file(join(home, 'log')) },
    )
  }

  return {
    url,
    port,
    pid: () => child?.pid ?? 0,
    ask,
    /** Again and again: the processes of one that was killed hold its memory for a moment. */
    async start() {
      for (let tries = 0; tries < START_TRIES_MAX; tries++) {
        if (child === null || child.exitCode !== null || child.signalCode !== null) await spawn()
        const isIn = await ask('select 1').then(
          () => true,
          () => false,
        )
        if (isIn) return
        await Bun.sleep(PAUSE_MS)
      }
      throw new Error(`PostgreSQL did not start: ${await Bun.file(join(home, 'log')).text()}`)
    },
    async kill(signal) {
      child?.kill(signal)
      await child?.exited
    },
    async followed() {
      const copy = await makeHome()
      const from = `host=127.0.0.1 port=${port} user=${USER} password=${password}`
      await run([
        `${bin}/pg_basebackup`,
        '-d',
        from,
        '-D',
        join(copy, 'db'),
        '-X',
        'stream',
        '-R',
        '-c',
        'fast',
      ])
      const standby = clusterIn({ ...made, home: copy }, await freePort(random))
      await standby.start()
      await ask(`alter system set synchronous_standby_names to '${STANDBY_NAME}'`)
      await ask(`alter system set synchronous_commit to remote_apply`)
      await ask('select pg_reload_conf()')
      await until(async () => {
        const [row] = await ask<{ state: string }>(
          'select sync_state as state from pg_stat_replication',
        )
        return row?.state === 'sync'
      })
      return standby
    },
    async promote() {
      await ask('select pg_promote()')
      // It has nobody who follows it yet.
      await ask('alter system reset synchronous_standby_names')
      await ask('select pg_reload_conf()')
    },
    async remove() {
      child?.kill('SIGINT')
      await child?.exited
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < START_TRIES_MAX; tries++) {
    if (await isSo()) return
    await Bun.sleep(PAUSE_MS)
  }
  throw new Error('The standby never followed.')
}
