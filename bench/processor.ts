/**
 * Processor time that processes have used, by /proc. On shared cores it says far more about a
 * server than its rate, which is also what the others leave it.
 */
import { readFile } from 'node:fs/promises'
import type postgres from 'postgres'

/** Microseconds so far. */
export type Meter = () => Promise<number>
/** Meters by process. */
export type Meters = Readonly<Record<string, Meter>>

/** Linux counts in hundredths of a second, on every machine. */
const MICROS_PER_TICK = 10_000

interface Ticks {
  readonly own: number
  /** The time of its children that have ended. */
  readonly ended: number
}

export const meterOf =
  (pid: number): Meter =>
  async () =>
    (await ticksOf(pid)).own * MICROS_PER_TICK

/** The server that this connection leads to, with all its processes; none if it is elsewhere. */
export async function postgresMeters(admin: postgres.Sql): Promise<Meters> {
  const [found] = await admin<{ pid: number }[]>`select pg_backend_pid() as pid`
  const postmaster = await postmasterOf(found?.pid ?? 0)
  if (postmaster === undefined) return {}
  return {
    PostgreSQL: async () => {
      const { own, ended } = await ticksOf(postmaster)
      const children = await Promise.all((await childrenOf(postmaster)).map(ticksOf))
      return children.reduce((sum, child) => sum + child.own, own + ended) * MICROS_PER_TICK
    },
  }
}

/** What the work takes of each. */
export async function metered<T>(
  meters: Meters,
  work: () => Promise<T>,
): Promise<{ readonly done: T; readonly micros: Readonly<Record<string, number>> }> {
  const read = () =>
    Promise.all(Object.entries(meters).map(async ([who, meter]) => [who, await meter()] as const))
  const before = new Map(await read())
  const done = await work()
  const after = await read()
  return {
    done,
    micros: Object.fromEntries(after.map(([who, now]) => [who, now - (before.get(who) ?? 0)])),
  }
}

/** Nothing of a process that has gone. */
async function ticksOf(pid: number): Promise<Ticks> {
  const fields = await fieldsOf(pid)
  const at = (index: number): number => Number(fields?.[index] ?? 0)
  return { own: at(11) + at(12), ended: at(13) + at(14) }
}

/** Undefined if that process is not PostgreSQL's, because the server is on another machine. */
async function postmasterOf(pid: number): Promise<number | undefined> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  return name.startsWith('postgres') ? Number((await fieldsOf(pid))?.[1]) : undefined
}

async function childrenOf(pid: number): Promise<readonly number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return children.trim().split(' ').filter(Boolean).map(Number)
}

/** The fields of /proc/PID/stat after the command, which may contain blanks and parentheses. */
async function fieldsOf(pid: number): Promise<readonly string[] | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}
