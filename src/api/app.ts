/** The HTTP application: plugins and then features, in the order that Elysia needs. */
import { type AnyElysia, Elysia } from 'elysia'
import type { Pace } from '../core/pace'
import type { RateLimits } from '../core/rate-limits'
import { type SignInDeps, signIn } from '../identity/sign-in'
import { type TokenIssuerDeps, tokenIssuer } from '../identity/token-issuer'
import type { MarketClock, MonotonicMs } from '../market/clock'
import type { Feed } from '../market/feed'
import type { InstrumentDirectory } from '../market/instruments'
import type { SimulatedClock } from '../market/simulated-clock'
import type { Database } from '../store/database'
import type { Sequencer } from '../trading/sequencer'
import { classRoutes } from './console/class/routes'
import { classService } from './console/class/service'
import { pageRoutes } from './console/page/routes'
import type { PageService } from './console/page/service'
import { consoleRoutes } from './console/user/routes'
import { type ConsoleDeps, consoleService } from './console/user/service'
import { markdownRoutes } from './docs/markdown'
import { refusalExample } from './docs/refusal-example'
import { docs } from './docs/swagger'
import { errorPageRoutes } from './errors/routes'
import { DOOR_PART, DOOR_SOCKET_LIMITS, feedRoutes } from './feed/routes'
import type { DoorService } from './feed/service'
import { healthRoutes } from './health/routes'
import type { HealthService } from './health/service'
import { type MetricsDeps, metricsRoutes } from './metrics/routes'
import { paperClockRoutes } from './paper/clock/routes'
import { paperClockService } from './paper/clock/service'
import { historyRoutes } from './paper/history/routes'
import { historyService } from './paper/history/service'
import { paperOrderRoutes } from './paper/orders/routes'
import { type ExplanationDeps, explanationService } from './paper/orders/service'
import { statementFile, statementRoutes } from './paper/statement/routes'
import { statementService } from './paper/statement/service'
import type { OnAnswered } from './pipeline/call-kinds'
import { callers } from './pipeline/callers'
import { answerAsNext } from './pipeline/compat'
import { consoleGates } from './pipeline/console-gate'
import { cors } from './pipeline/cors'
import { errors, type FailureDeps } from './pipeline/errors'
import type { FaultDeps } from './pipeline/faults'
import { FROM_MEMORY, openFeedGate, openGates, openSandboxGates } from './pipeline/gates'
import { knownSenders, type Stillness } from './pipeline/known-senders'
import { operationsOf } from './pipeline/operations'
import { type AllowedOrigins, reachedAt } from './pipeline/origins'
import type { Entrance } from './pipeline/passage'
import { rateLimiter } from './pipeline/rate-limit'
import type { RunRecorder } from './pipeline/recorder'
import { SANDBOX_KEY_HEADER, type SandboxKey, withOwn } from './pipeline/sandbox-key'
import { sendings } from './pipeline/sending'
import { openWatch, routeFinder, withOneHost, wrapped } from './pipeline/watch'
import { callOver } from './sandbox/call'
import { sandboxRoutes } from './sandbox/routes'
import { type SandboxDeps, sandboxService } from './sandbox/service'
import { accountRoutes } from './v1/account/routes'
import { accountService } from './v1/account/service'
import { calendarRoutes } from './v1/calendar/routes'
import { calendarService } from './v1/calendar/service'
import { candleRoutes } from './v1/candles/routes'
import { candleService } from './v1/candles/service'
import { exchangeRateRoutes } from './v1/exchange-rate/routes'
import { type RateAt, rateService } from './v1/exchange-rate/service'
import { instrumentRoutes } from './v1/instruments/routes'
import { instrumentService } from './v1/instruments/service'
import { tokenRoutes } from './v1/oauth/routes'
import { orderRoutes } from './v1/orders/routes'
import { orderService } from './v1/orders/service'
import { quoteRoutes } from './v1/quotes/routes'
import { quoteService } from './v1/quotes/service'
import { SOCKET_LIMITS, streamDocumentRoutes, streamRoutes } from './v1/stream/routes'
import type { StreamService } from './v1/stream/service'

export interface AppDeps extends FailureDeps, Pick<Entrance, 'arrivedAtMs'> {
  readonly version: string
  readonly clients: SignInDeps['clients']
  readonly tokens: SignInDeps['tokens'] & TokenIssuerDeps['tokens']
  readonly newToken: TokenIssuerDeps['newToken']
  readonly noteUse?: NonNullable<SignInDeps['noteUse']>
  readonly database: Database
  readonly sequencer: Sequencer
  readonly feed: Feed
  readonly rateAt: RateAt
  readonly clock: MarketClock
  /** The same clock; null if it is the system's. */
  readonly simulated: SimulatedClock | null
  readonly pace: () => Pace
  readonly instruments: InstrumentDirectory
  /** What a past tick is told by. */
  readonly past: ExplanationDeps['past']
  readonly rateLimits: RateLimits | 'off'
  readonly tokenLifetimeSeconds: number
  /** Null: answers name the address of the request. */
  readonly publicUrl: string | null
  /** Whose forwarding headers count; null: nobody's [run.trusted-proxies]. */
  readonly trustedProxies: readonly string[] | null
  /** The origins whose pages may call, besides the server's own [run.cors]. */
  readonly corsOrigins: AllowedOrigins | null
  /** The family of clients whose headers and envelope it speaks as well [run.compat]. */
  readonly compat: 'next' | null
  readonly health: HealthService
  /** Told of each request when it is answered; left out: nobody asks. */
  readonly answered?: OnAnswered | undefined
  /** Makes spans of requests [run.traces]; left out: nobody asks. */
  readonly tracing?: AnyElysia
  /** It was told to end. */
  readonly ending: () => boolean
  /** Left out: there are no metrics [run.metrics]. */
  readonly metrics?: MetricsDeps
  /** The system clock, for tokens, in milliseconds since 1970. */
  readonly wallNowMs: () => number
  readonly elapsedMs: MonotonicMs
  /** Left out: time never stands still. */
  readonly stillness?: Stillness
  /** Left out: there is no sandbox [run.sandbox]. */
  readonly sandbox?: Omit<SandboxDeps, 'signInsChanged' | 'routes'> & {
    readonly key: SandboxKey
    /** By machine time. */
    readonly after: FaultDeps['after']
  }
  /** Left out: there is no console [run.console]. */
  readonly console?: ConsoleDeps
  /** Null unless prices come from outside [live.door]. */
  readonly door: { readonly service: DoorService; readonly key: SandboxKey } | null
  /** Left out: the run is not recorded [exec.record]. */
  readonly recorder?: Omit<RunRecorder, 'isInner'> | undefined
  /** Null where it is turned off [stream.off]. */
  readonly stream: StreamService | null
  /** Null where there is no console [run.console]. */
  readonly consolePage: PageService | null
}

export function createApp(deps: AppDeps) {
  const access = { ...deps, nowMs: deps.wallNowMs }

  // normalize: Elysia would drop unknown fields, which are an error.
  // strictPath: a trailing slash makes another path [request.route].
  // standardHostname: Elysia would find the path wrongly behind a host name of 4 letters.
  const root = new Elysia({
    normalize: false,
    strictPath: true,
    handler: { standardHostname: false },
    websocket: { ...SOCKET_LIMITS, ...(deps.door && DOOR_SOCKET_LIMITS) },
  })
  const { answered, elapsedMs, publicUrl } = deps
  const reached = reachedAt(publicUrl)
  const limiter = rateLimiter(deps.rateLimits, deps.elapsedMs)
  // Elysia's own `server` costs each request a property's definition.
  const calledFrom = callers(() => root.server, deps.trustedProxies)
  const signingIn = signIn({
    ...access,
    barred: (request: Request) => limiter.lookUp(calledFrom.addressOf(request)),
  })
  const senders = knownSenders(signingIn, FROM_MEMORY, deps.stillness)
  const watch = answered && openWatch({ ...deps, answered, routeOf: routeFinder(() => root) })
  // Each is around those before it: the time that is watched includes looking up a token.
  wrapped(root, senders.through)
  wrapped(root, withOneHost(reached, watch))
  if (watch !== undefined) wrapped(root, watch.through)
  if (deps.compat === 'next') wrapped(root, answerAsNext)
  if (deps.tracing !== undefined) root.use(deps.tracing)
  const entrance = {
    ...{ signIn: signingIn, senders },
    ...{ limiter, callers: calledFrom, reachedAt: reached },
    ...{ elapsedMs, arrivedAtMs: deps.arrivedAtMs },
    watch,
    beginSending: sendings(deps, watch),
    recorder: deps.recorder && { ...deps.recorder, isInner: () => false },
  }
  const operations = operationsOf(() => root)
  const faults = deps.sandbox && {
    ...{ faults: deps.sandbox.faults, operationId: operations.idOf, after: deps.sandbox.after },
    exampleOf: refusalExample,
  }
  const gates = openGates(
    { ...entrance, faults: deps.recorder?.isReplay ? undefined : faults },
    deps.corsOrigins ?? [],
  )
  const hasConsole = deps.consolePage !== null
  const app = root
    .use(cors(deps.corsOrigins, deps.compat))
    // Before the features: hooks reach only routes that are registered after them.
    .use(errors(deps, entrance))
    .use(docs(deps.version, entrance.reachedAt, hasConsole, deps.compat))
    .use(
      deps.stream === null && deps.door === null
        ? new Elysia()
        : streamDocumentRoutes(deps.version, entrance.reachedAt, deps.door && DOOR_PART),
    )
    .use(markdownRoutes())
    .use(errorPageRoutes(entrance.reachedAt, hasConsole))
    .use(pageRoutes(deps.consolePage))
    .use(healthRoutes(deps.health))
    .use(metricsRoutes(deps.metrics, entrance.callers))
    .group('/v1', (v1) =>
      v1
        .use(tokenRoutes(tokenIssuer({ ...access, issued: signingIn.expect }), gates.token))
        .use(accountRoutes(accountService(deps), gates.read))
        .use(quoteRoutes(quoteService(deps), gates.quotes))
        .use(candleRoutes(candleService(deps), gates.read))
        .use(calendarRoutes(calendarService(deps), gates.fromMemory))
        .use(exchangeRateRoutes(rateService(deps), gates.fromMemory))
        .use(instrumentRoutes(instrumentService(deps.instruments), gates.fromMemory))
        .use(orderRoutes(orderService(deps), gates))
        .use(streamRoutes(deps.stream, gates.stream, entrance)),
    )
    // What only a paper broker can tell: outside the contract, behind the same gate.
    .group('/paper', (paper) =>
      paper
        .use(paperClockRoutes(paperClockService(deps), gates.read))
        .use(historyRoutes(historyService(deps), gates.read))
        .use(statementRoutes(statementService(deps), gates.read))
        .use(paperOrderRoutes(explanationService(deps), gates.read)),
    )
  if (deps.door !== null) {
    app.use(feedRoutes(deps.door.service, openFeedGate(entrance, deps.door.key)))
  }
  if (deps.sandbox !== undefined) {
    const service = sandboxService({
      ...deps.sandbox,
      signInsChanged: signingIn.forget,
      routes: operations.ids,
    })
    // The scenario calls the controls as a test does, by a key that nobody else has.
    const ownKey = deps.newToken()
    const isInner = (request: Request): boolean =>
      request.headers.get(SANDBOX_KEY_HEADER) === ownKey
    const recorder = deps.recorder && { ...deps.recorder, isInner }
    const key = withOwn(deps.sandbox.key, ownKey)
    app.use(sandboxRoutes(service, openSandboxGates({ ...entrance, recorder }, key)))
    deps.sandbox.scenario.connect((call) => callOver(app, call, ownKey))
  }
  if (deps.console !== undefined) {
    const { identity, elapsedMs } = deps.console
    const { findSession, hasSeenSession } = identity
    const gates = consoleGates({ ...entrance, publicUrl, findSession, hasSeenSession })
    const service = consoleService(deps.console)
    const history = historyService(deps)
    const newest = { interval: '1d', from: null, to: null, cursor: null } as const
    const teaching = classService({
      database: deps.database,
      historyOf: (accountId, limit) => history.find(accountId, { ...newest, limit }, () => {}),
    })
    app.use(classRoutes(teaching, statementFile(statementService(deps)), gates))
    app.use(consoleRoutes({ identity, service, gates, publicUrl, elapsedMs }))
  }
  return app
}

export type App = ReturnType<typeof createApp>
