/** Backends of a real PostgreSQL, one for each session of a world, and who watches them. */
import { type Connection, openConnection } from '../../src/store/pg/connection'
import { SESSION_OPTIONS } from '../../src/store/pg/options'
import { SEARCH_PATH } from './one-session'

export interface Backend {
  readonly connection: Connection
  readonly pid: number
}

export interface Backends {
  borrow(): Promise<Backend>
  giveBack(backend: Backend): void
  /** Those that wait for a lock. */
  blocked(): Promise<ReadonlySet<number>>
  /** It waits for another that waits for it. */
  isInCircle(pid: number): Promise<boolean>
  /** Its statement fails. */
  cancel(pid: number): Promise<void>
  /** Resolves once it is gone, and its locks with it. */
  end(backend: Backend): Promise<void>
  close(): Promise<void>
}

/** The world has limits of its own: they pass by its time. Nothing here outlives the machine. */
const OPTIONS = {
  ...SESSION_OPTIONS,
  connection: {
    ...SESSION_OPTIONS.connection,
    application_name: 'simulation',
    search_path: SEARCH_PATH,
    synchronous_commit: 'off',
    lock_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    deadlock_timeout: '1h',
  },
}

export function backendsAt(url: string): Backends {
  const free: Backend[] = []
  const watcher = openConnection(url, OPTIONS)
  const pids = async (text: string): Promise<readonly number[]> =>
    (await watcher.values({ text })).map(([pid]) => Number(pid))

  async function opened(): Promise<Backend> {
    const connection = openConnection(url, OPTIONS)
    const [[pid] = []] = await connection.values({ text: 'select pg_backend_pid()' })
    return { connection, pid: Number(pid) }
  }

  return {
    borrow: async () => free.pop() ?? (await opened()),
    giveBack: (backend) => void free.push(backend),
    blocked: async () => new Set(await pids('select pid from pg_locks where not granted')),
    isInCircle: async (pid) => {
      const before = await pids(`with recursive before (pid) as (
          select unnest(pg_blocking_pids(${pid}))
          union select unnest(pg_blocking_pids(pid)) from before)
        select pid from before`)
      return before.includes(pid)
    },
    async cancel(pid) {
      await pids(`select pg_cancel_backend(${pid})`)
    },
    async end({ connection, pid }) {
      connection.destroy(new Error('the session has ended'))
      await pids(`select pg_terminate_backend(${pid})`)
      const there = `select pid from pg_stat_activity where pid = ${pid}`
      while ((await pids(there)).length > 0);
    },
    async close() {
      await Promise.all(
        [watcher, ...free.map(({ connection }) => connection)].map((one) => one.close()),
      )
    },
  }
}
