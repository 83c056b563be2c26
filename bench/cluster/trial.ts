/** What all trials on a real cluster share: servers, callers, and the judgement of each trial. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { ServerProcess, Settings } from '../../test/support/server-process'
import { MONDAY_AT_TEN } from '../../test/support/trading-floor'
import { wallClockIn } from '../../test/support/wall-clock-in'
import { signIn } from '../requests'
import { type Journal, newJournal, startTrading, type Trader, type Trading } from './traders'

const ROOT = new URL('../..', import.meta.url).pathname
const TRADERS = 48
/** Lines of a failure, with its stack, that are printed. */
const CAUSE_LINES_MAX = 6

export const accountOf = (ordinal: number): string => `acc_${String(ordinal).padStart(16, '0')}`

/** Prints the causes of requests that failed, and of background work, each once with its count. */
export function printFailures(reported: string): void {
  const causes = reported.split(/^(?=\S)/m).map((text) =>
    text
      .replace(/^\S+ \S+ failed \(request id [^)]*\)/, 'a request')
      .trimEnd()
      .split('\n')
      .slice(0, CAUSE_LINES_MAX)
      .join('\n       '),
  )
  for (const [cause, all] of Map.groupBy(causes, (text) => text)) {
    if (cause !== '') console.log(`       ${all.length} × ${cause}`)
  }
}

const listed = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([what, n]) => `${n} × ${what}`).join(', ') || 'none'

export const tradersOf = (origin: string): Promise<readonly Trader[]> =>
  Promise.all(
    Array.from({ length: TRADERS }, async (_, at) => ({
      accountId: accountOf(at),
      token: await signIn(origin, at),
    })),
  )

/** Runs a command of the shell, in which an operator has said what to do. */
export async function shell(
  command: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = Bun.spawn(['bash', '-c', command], {
    env: { PATH: process.env.PATH ?? '', ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if ((await child.exited) !== 0) throw new Error(`${command} failed`)
}

export type Trials = Awaited<ReturnType<typeof openTrials>>

/** The URL names the coordinator, with its standby if it has one. */
export async function openTrials(url: string) {
  // A simulated clock has one server, and the real market may be closed.
  const folder = await mkdtemp(join(tmpdir(), 'paper-cluster.'))
  const clock = await wallClockIn(folder, MONDAY_AT_TEN)
  const admin = postgres(url, {
    max: 1,
    // After a trial no query goes to a server that the trial has killed.
    idle_timeout: 1,
    onnotice() {},
    fetch_types: false,
    target_session_attrs: 'primary',
  })
  let failures = 0

  function verdict(trial: string, isGood: boolean, found: string): void {
    if (!isGood) failures++
    console.log(`${isGood ? 'ok    ' : 'FAILED'} ${trial}: ${found}`)
  }

  async function paper(...args: readonly string[]) {
    const child = Bun.spawn([process.execPath, `${ROOT}src/paper.ts`, ...args], {
      env: { PATH: process.env.PATH ?? '', DATABASE_URL: url },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [output, errors] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    return { status: await child.exited, said: `${output}${errors}`.trim() }
  }

  const start = (more: Settings = {}): ServerProcess =>
    clock.start({ DATABASE_URL: url, FILL_PROFILE: 'ideal', ...more })

  async function judged(trial: string, journal: Journal): Promise<void> {
    const stored = await admin<{ account_id: string; client_order_id: string; order_id: string }[]>`
      select account_id, client_order_id, order_id from orders`
    const ids = new Map(
      stored.map((one) => [`${one.account_id} ${one.client_order_id}`, one.order_id]),
    )
    const lost = [...journal.acknowledged].filter(([key, orderId]) => ids.get(key) !== orderId)
    const doubled = stored.length - ids.size
    const audited = await paper('audit')
    const [prepared] = await admin`select count(*)::int as n from pg_prepared_xacts`
    verdict(
      trial,
      lost.length === 0 && doubled === 0 && audited.status === 0,
      `${journal.acknowledged.size} acknowledged, ${lost.length} lost, ${doubled} doubled; ` +
        `longest wait of an account ${Math.round(Math.max(0, ...journal.gapsMs.values()))} ms; ` +
        `other answers: ${listed(journal.others)}; ` +
        `${prepared?.n} prepared transactions left; ${audited.said.split('\n').at(-1)}`,
    )
  }

  const filled = async (): Promise<number> =>
    Number((await admin`select count(*)::int as n from orders where status = 'FILLED'`)[0]?.n)

  /** Trades while something is done. */
  async function during(
    trial: string,
    servers: readonly ServerProcess[],
    traders: readonly Trader[],
    work: (journal: Journal, trading: Trading) => Promise<void>,
  ): Promise<Journal> {
    const origins = await Promise.all(servers.map(({ listening }) => listening))
    const reportedBefore = servers.map((server) => server.reported().length)
    const journal = newJournal()
    const trading = startTrading(origins, traders, trial.replaceAll(/\W+/g, '-'), journal)
    await Bun.sleep(2_000)
    await work(journal, trading)
    await Bun.sleep(2_000)
    await trading.stop()
    await judged(trial, journal)
    for (const [at, server] of servers.entries()) {
      printFailures(server.reported().slice(reportedBefore[at]))
    }
    return journal
  }

  /** Ends the process with the number of trials that failed. */
  async function end(): Promise<never> {
    await admin.end()
    await rm(folder, { recursive: true })
    console.log(failures === 0 ? 'All trials held.' : `${failures} trials failed.`)
    process.exit(failures === 0 ? 0 : 1)
  }

  return { admin, verdict, paper, start, judged, filled, during, end }
}
