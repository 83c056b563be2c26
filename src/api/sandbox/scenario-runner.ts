/**
 * Carries out a scenario as the market's time passes its lines [scenario.run].
 *
 * An advance of the clock stops at each line on its way, so a line takes effect just after the tick
 * of its instant and before the next tick. If the clock follows the wall, a timer carries out a
 * line as soon as it can. It looks every WATCH_MS at least, because the speed may change.
 */
import { buyingPower } from '../../core/account/account'
import type { ConditionalRequest } from '../../core/conditional/place'
import { isRefused, type Refused, refusalMessage, refusedParam } from '../../core/refusals'
import { type Instant, isBefore } from '../../core/time'
import { listGroups } from '../../ledger/conditional-orders'
import { listFills } from '../../ledger/fills'
import { findPortfolio } from '../../ledger/holdings'
import { listOrders } from '../../ledger/orders'
import { errorMessage } from '../../lib/text'
import type { MarketClock } from '../../market/clock'
import type { Database } from '../../postgres/database'
import type { ConditionalOutcome } from '../../trading/commands/conditional'
import type { Matcher } from '../../trading/matcher/matcher'
import { serialQueue } from '../../trading/matcher/waits'
import { parseScenario } from './scenario/parse'
import { judge, type RowReport, reportOf, type ScenarioReport } from './scenario/report'
import {
  type ControlCall,
  type Expectation,
  faultText,
  type PlannedStep,
  planOf,
  type ScenarioRow,
} from './scenario/scenario'

export interface RunnerDeps {
  readonly database: Database
  readonly clock: MarketClock
  readonly matcher: Pick<Matcher, 'advanceTo'>
  /** The client that a scenario calls `bot`; null if there is none. */
  readonly bot: string | null
  readonly accountsOf: (clientId: string) => Promise<readonly string[]>
  /** Places a conditional order as a client of the account would. */
  readonly place: (accountId: string, request: ConditionalRequest) => Promise<ConditionalOutcome>
  /** Calls the work once after `ms` of wall time; returns a function that cancels it. */
  readonly after: (ms: number, work: () => void) => () => void
  /** Called with each row that was carried out. */
  readonly onRow: (row: RowReport) => void
}

export interface CallAnswer {
  readonly status: number
  readonly message: string
}

type TimedStep = PlannedStep & { readonly at: Instant }

interface Run {
  readonly rows: readonly ScenarioRow[]
  readonly timed: readonly TimedStep[]
  readonly final: readonly PlannedStep[]
  /** Sorted by time. */
  waiting: readonly TimedStep[]
  readonly happened: Map<number, RowReport>
}

const WATCH_MS = 50
const ROWS_MAX = 10_000
const FAULTS_SHOWN_MAX = 5

type Happened = Pick<RowReport, 'state' | 'happened'>

const withoutAccount = (clientId: string | null): Happened => ({
  state: 'FAILED',
  happened: `${clientId ?? 'bot'} has no account`,
})

export class ScenarioRunner {
  readonly #deps: RunnerDeps
  readonly #moves = serialQueue()
  #call: ((call: ControlCall) => Promise<CallAnswer>) | null = null
  #run: Run | null = null
  #unwatch = (): void => {}

  constructor(deps: RunnerDeps) {
    this.#deps = deps
  }

  /** Checks the expectations without a time now. Has no rows without a scenario. */
  async report(): Promise<ScenarioReport> {
    const run = this.#run
    if (run === null) return reportOf([])
    const final = await Promise.all(
      run.final.map(async (step) => ({ row: step.row, ...(await this.#carryOut(step)) })),
    )
    const timed = run.rows.filter(({ at }) => at !== null).map((row) => this.#rowReport(run, row))
    return reportOf([...timed, ...final])
  }

  readonly advanceTo = (
    wanted: Instant | ((now: Instant) => Instant),
    signal: AbortSignal | undefined,
  ): Promise<'reached' | 'stopped'> => {
    const run = this.#run
    if (run === null || run.waiting.length === 0) {
      return this.#deps.matcher.advanceTo(wanted, signal)
    }
    return this.#moves.run(async () => {
      const target = typeof wanted === 'function' ? wanted(this.#deps.clock.now()) : wanted
      for (let [next] = run.waiting; next !== undefined; [next] = run.waiting) {
        if (isBefore(target, next.at)) break
        if (isBefore(this.#deps.clock.now(), next.at)) {
          const outcome = await this.#deps.matcher.advanceTo(next.at, signal)
          if (outcome === 'stopped') return outcome
        }
        await this.#performDue(run)
      }
      return this.#deps.matcher.advanceTo(target, signal)
    })
  }

  /** Sets the function that calls controls. A scenario cannot begin before that. */
  connect(controls: (call: ControlCall) => Promise<CallAnswer>): void {
    this.#call = controls
  }

  /** Replaces the scenario before it. Lines of the present instant are carried out at once. */
  begin(text: string): Promise<ScenarioReport | Refused<'invalid-parameter'>> {
    return this.#moves.run(async () => {
      const scenario = parseScenario(text)
      if ('faults' in scenario) {
        const shown = scenario.faults
          .slice(0, FAULTS_SHOWN_MAX)
          .map((fault) => faultText('', fault))
        const reason = `it is not understood at ${shown.join('; ').replaceAll(/(^|; ):/g, '$1')}`
        return refusedParam('invalid-parameter', 'text', { reason })
      }
      const plan = planOf(scenario, this.#deps.bot)
      const timed = plan.flatMap((step) => (step.at === null ? [] : [{ ...step, at: step.at }]))
      const run: Run = {
        rows: scenario.rows,
        timed,
        final: plan.filter(({ at }) => at === null),
        waiting: timed,
        happened: new Map(),
      }
      this.#run = run
      await this.#performDue(run)
      this.#watch(run)
      return this.report()
    })
  }

  /** Called after the clock was taken back: later lines wait again [snapshot.scenario]. */
  readonly afterRewind = (from: 'restored' | 'rewound'): Promise<void> =>
    this.#moves.run(async () => {
      const run = this.#run
      if (run === null) return
      const now = this.#deps.clock.now()
      // A restored snapshot has the effects of the lines of its own instant. After a rewind there
      // are no such effects, so these lines happen again.
      run.waiting = run.timed.filter(({ at }) =>
        from === 'restored' ? isBefore(now, at) : !isBefore(at, now),
      )
      for (const { row } of run.waiting) run.happened.delete(row.line)
      await this.#performDue(run)
      this.#watch(run)
    })

  stop(): void {
    this.#run = null
    this.#unwatch()
  }

  async #carryOut({ action, at, row }: PlannedStep): Promise<Omit<RowReport, 'row'>> {
    const happenedAt = this.#deps.clock.now()
    if ('expected' in action) {
      return { happenedAt, ...(await this.#checkExpectation(action.clientId, action.expected)) }
    }
    if ('places' in action) {
      // A line happens once at its time, so both make a key.
      const clientOrderId = `scenario-${row.line}-${at?.toString() ?? ''}`
      const request = { ...action.places, clientOrderId }
      return { happenedAt, ...(await this.#place(action.clientId, request)) }
    }
    if (this.#call === null) {
      return { happenedAt, state: 'FAILED', happened: 'there are no controls' }
    }
    const { status, message } = await this.#call(action)
    const ok = status === 200
    return { happenedAt, state: ok ? 'DONE' : 'FAILED', happened: ok ? '' : message }
  }

  /** Returns the first account of the client; null `clientId` for the bot's. */
  async #accountOf(clientId: string | null): Promise<string | undefined> {
    const client = clientId ?? this.#deps.bot
    return client === null ? undefined : (await this.#deps.accountsOf(client))[0]
  }

  async #place(clientId: string | null, request: ConditionalRequest): Promise<Happened> {
    const accountId = await this.#accountOf(clientId)
    if (accountId === undefined) return withoutAccount(clientId)
    const placed = await this.#deps.place(accountId, request)
    return isRefused(placed)
      ? { state: 'FAILED', happened: `${placed.refused}: ${refusalMessage(placed)}` }
      : { state: 'DONE', happened: '' }
  }

  async #checkExpectation(clientId: string | null, expected: Expectation): Promise<Happened> {
    const accountId = await this.#accountOf(clientId)
    const found =
      accountId === undefined ? undefined : await findPortfolio(this.#deps.database, accountId)
    if (found === undefined) return withoutAccount(clientId)
    const { account, holdings } = found
    const list = { accountId: account.accountId, symbol: null, from: null, to: null, before: null }
    const [orders, legs, fills] = await Promise.all([
      listOrders(this.#deps.database, { ...list, status: null, limit: ROWS_MAX }),
      listGroups(this.#deps.database, { ...list, status: null, limit: ROWS_MAX }),
      listFills(this.#deps.database, { ...list, orderId: null, limit: ROWS_MAX }),
    ])
    const free = buyingPower(account)
    const facts = { cash: account.cash, buyingPower: free, orders, legs, fills, holdings }
    const judgement = judge(expected, facts)
    return { state: judgement.isMet ? 'DONE' : 'FAILED', happened: judgement.found }
  }

  /** Carries out every line whose time has come, in order. */
  async #performDue(run: Run): Promise<void> {
    for (let [next] = run.waiting; next !== undefined; [next] = run.waiting) {
      if (isBefore(this.#deps.clock.now(), next.at)) return
      run.waiting = run.waiting.slice(1)
      const outcome = await this.#carryOut(next).catch((error: unknown) => ({
        happenedAt: this.#deps.clock.now(),
        state: 'FAILED' as const,
        happened: errorMessage(error),
      }))
      const { row } = next
      const before = run.happened.get(row.line)
      // A path has many steps: the first failure is reported.
      if (before?.state === 'FAILED') continue
      const reported = { row, ...outcome }
      run.happened.set(row.line, reported)
      if (!run.waiting.some((step) => step.row === row) || outcome.state === 'FAILED') {
        this.#deps.onRow(reported)
      }
    }
  }

  /** Looks again later, for a clock that follows the wall. */
  #watch(run: Run): void {
    this.#unwatch()
    const [next] = run.waiting
    if (next === undefined) return
    const ms = Math.min(WATCH_MS, this.#deps.clock.wallMsUntil(next.at) ?? WATCH_MS)
    this.#unwatch = this.#deps.after(Math.max(1, Math.ceil(ms)), () => {
      void this.#moves
        .run(() => this.#performDue(run))
        .finally(() => (this.#run === run ? this.#watch(run) : undefined))
    })
  }

  #rowReport(run: Run, row: ScenarioRow): RowReport {
    const happened = run.happened.get(row.line)
    const isUnfinished = run.waiting.some((step) => step.row === row)
    if (happened !== undefined && (!isUnfinished || happened.state === 'FAILED')) return happened
    return { row, state: 'WAITING', happenedAt: null, happened: '' }
  }
}

export const scenarioRunner = (deps: RunnerDeps): ScenarioRunner => new ScenarioRunner(deps)

/** Calls a control as a request of the server's own application [scenario.run]. */
interface Handles {
  handle(request: Request): Response | Promise<Response>
}

export async function callOver(
  app: Handles,
  { method, path, body }: ControlCall,
  key: string,
): Promise<CallAnswer> {
  const headers = new Headers({ 'x-sandbox-key': key })
  if (body !== undefined) headers.set('content-type', 'application/json')
  const sent = body === undefined ? null : JSON.stringify(body)
  const response = await app.handle(
    new Request(`http://localhost${path}`, { method, headers, body: sent }),
  )
  const answer: unknown = await response.json().catch(() => null)
  const { message, code }: { message?: unknown; code?: unknown } = Object(answer)
  const isRefused = typeof message === 'string' && typeof code === 'string'
  return { status: response.status, message: isRefused ? `${code}: ${message}` : '' }
}
