/** Backends of a real PostgreSQL, one for each session of a world, and who watches them. */
import postgres from 'postgres'
import type { Query, Values } from '../../src/postgres/connection'
import { SESSION_OPTIONS, SESSION_SETTINGS } from '../../src/postgres/options'
import { SEARCH_PATH } from './one-session'

export interface Backend {
  readonly pid: number
  /** Other than the server's own connection it survives what fails on it. */
  values(query: Query): Promise<Values>
  close(): Promise<void>
}

export interface Backends {
  borrow(): Promise<Backend>
  giveBack(backend: Backend): void
  /** The backends that wait for a lock. */
  blocked(): Promise<ReadonlySet<number>>
  /** Whom it waits for. */
  blocking(pid: number): Promise<ReadonlySet<number>>
  /** Its statement fails. */
  cancel(pid: number): Promise<void>
  /** Resolves once it is gone, and its locks with it. */
  end(backend: Backend): Promise<void>
  close(): Promise<void>
}

/** The world has limits of its own: they pass by its time. Nothing here outlives the machine. */
const OPTIONS = {
  ...SESSION_OPTIONS,
  max: 1,
  idle_timeout: 0,
  max_lifetime: null,
  connection: {
    ...SESSION_OPTIONS.connection,
    ...SESSION_SETTINGS,
    application_name: 'simulation',
    search_path: SEARCH_PATH,
    synchronous_commit: 'off',
    lock_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    deadlock_timeout: '1h',
  },
}

async function backendAt(url: string): Promise<Backend> {
  const client = postgres(url, OPTIONS)
  const values: Backend['values'] = ({ text, values = [], prepare = false }) =>
    client.unsafe(text, [...values], { prepare }).values()
  const [[pid] = []] = await values({ text: 'select pg_backend_pid()' })
  return { pid: Number(pid), values, close: () => client.end({ timeout: 0 }) }
}

export async function backendsAt(url: string): Promise<Backends> {
  const free: Backend[] = []
  const watcher = await backendAt(url)
  const pids = async (text: string): Promise<ReadonlySet<number>> =>
    new Set((await watcher.values({ text })).map(([pid]) => Number(pid)))
  return {
    borrow: async () => free.pop() ?? (await backendAt(url)),
    giveBack: (backend) => void free.push(backend),
    blocked: () => pids('select pid from pg_locks where not granted'),
    blocking: (pid) => pids(`select unnest(pg_blocking_pids(${pid}))`),
    async cancel(pid) {
      await pids(`select pg_cancel_backend(${pid})`)
    },
    async end({ pid, close }) {
      await pids(`select pg_terminate_backend(${pid})`)
      const there = `select pid from pg_stat_activity where pid = ${pid}`
      while ((await pids(there)).size > 0);
      await close()
    },
    async close() {
      await Promise.all([watcher, ...free].map((backend) => backend.close()))
    },
  }
}
