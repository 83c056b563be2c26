/** PgBouncer as it comes, before the server that TEST_DATABASE_URL names. */
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { aFolder } from './folders'
import { freePort } from './ports'
import { until } from './until'

const PGBOUNCER = Bun.which('pgbouncer', { PATH: `${process.env.PATH ?? ''}:/usr/sbin` })
export const hasPgBouncer = PGBOUNCER !== null

const running = new Set<Bun.Subprocess>()

/** The URL of the database behind it. `more` are lines of its settings. */
export async function startPgBouncer(databaseUrl: string, ...more: string[]): Promise<string> {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl)
  const name = pathname.slice(1)
  const listening = await freePort()
  const folder = await aFolder()
  const file = join(folder, 'pgbouncer.ini')
  await Bun.write(
    file,
    `[databases]
${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listening}
unix_socket_dir =
auth_type = any
${more.join('\n')}
`,
  )
  await chmod(folder, 0o755)
  // It does not run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = Bun.spawn([PGBOUNCER ?? '', '-q', ...user, file], {
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  running.add(child)
  const url = new URL(databaseUrl)
  url.port = String(listening)
  await until(
    async () => {
      const sql = postgres(url.href, { max: 1, fetch_types: false, prepare: false })
      const answered = await sql`select`.then(
        () => true,
        () => false,
      )
      await sql.end({ timeout: 0 })
      return answered
    },
    (answered) => answered,
  )
  return url.href
}

/** For afterEach. */
export async function killPgBouncers(): Promise<void> {
  for (const child of running) child.kill('SIGKILL')
  await Promise.all([...running].map((child) => child.exited))
  running.clear()
}
