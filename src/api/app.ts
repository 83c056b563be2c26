/** The HTTP application: its endpoints, and the parts that their calls share. */
import { type AnyElysia, Elysia, NotFoundError } from 'elysia'
import type { RateLimits } from '../core/limits'
import { type AllowedOrigins, baseUrlOf, callers } from '../http/addresses'
import { auths, SANDBOX_KEY_HEADER, type SandboxKey, withOwnKey } from '../http/auth'
import type { FailureDeps, FaultDeps, Http, RunRecorder } from '../http/call'
import { cors } from '../http/cors'
import { markdownPages } from '../http/docs/markdown'
import { refusalExample } from '../http/docs/refusal-example'
import { documentPages } from '../http/docs/swagger'
import type { Endpoint, Routed } from '../http/endpoint'
import { answerOutside, canHaveFaults, register } from '../http/handle'
import { rateLimiter } from '../http/rate-limit'
import { type SignInDeps, type TokenIssuerDeps, tokenIssuer, tokenSignIn } from '../identity/tokens'
import type { MarketClock, MonotonicMs } from '../market/clock'
import type { Feed } from '../market/feed'
import type { InstrumentDirectory } from '../market/instruments'
import type { Pace } from '../market/pace'
import type { SimulatedClock } from '../market/simulated-clock'
import type { Database } from '../postgres/database'
import type { Sequencer } from '../trading/sequencer'
import { consolePages } from './console/page/routes'
import type { PageService } from './console/page/service'
import { consoleEndpoints, leaderboardEndpoints } from './console/user/routes'
import { type ConsoleDeps, consoleService, leaderboardService } from './console/user/service'
import { errorPages } from './errors/routes'
import { feedEndpoints, INGEST_PART, INGEST_SOCKET_LIMITS } from './feed/routes'
import type { IngestService } from './feed/service'
import { healthEndpoints } from './health/routes'
import type { HealthService } from './health/service'
import { type MetricsDeps, metricsEndpoints } from './metrics/routes'
import { HistoryService } from './paper/account/history'
import {
  historyEndpoints,
  profitEndpoints,
  statementEndpoints,
  statementFile,
} from './paper/account/routes'
import { ProfitService, StatementService } from './paper/account/statement'
import { paperClockEndpoints } from './paper/clock/routes'
import { paperClockService } from './paper/clock/service'
import { conditionalOrderEndpoints } from './paper/conditional-orders/routes'
import { conditionalService } from './paper/conditional-orders/service'
import { orderEntryEndpoints } from './paper/order-entry/routes'
import { OrderEntryService } from './paper/order-entry/service'
import { paperOrderEndpoints } from './paper/orders/routes'
import {
  type ExplanationDeps,
  ExplanationService,
  legExplanationService,
} from './paper/orders/service'
import { sandboxEndpoints } from './sandbox/routes'
import { callOver } from './sandbox/scenario-runner'
import { type SandboxDeps, SandboxService } from './sandbox/service'
import { accountEndpoints } from './v1/account/routes'
import { accountService } from './v1/account/service'
import { instrumentEndpoints } from './v1/instruments/routes'
import { instrumentService } from './v1/instruments/service'
import { quoteService } from './v1/market/quotes'
import {
  calendarEndpoints,
  candleEndpoints,
  exchangeRateEndpoints,
  quoteEndpoints,
} from './v1/market/routes'
import { calendarService, candleService, type RateAt, rateService } from './v1/market/service'
import { tokenEndpoints } from './v1/oauth/routes'
import { orderEndpoints } from './v1/orders/routes'
import { OrderService } from './v1/orders/service'
import { SOCKET_LIMITS, streamDocumentPages, streamEndpoints } from './v1/stream/routes'
import type { StreamService } from './v1/stream/service'

export interface AppDeps
  extends FailureDeps,
    Pick<Http, 'arrivedAtMs' | 'answered' | 'ending' | 'checksAnswers'> {
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
  /** The market's clock as a simulated clock; null if the clock is the system's. */
  readonly simulated: SimulatedClock | null
  readonly pace: () => Pace
  readonly instruments: InstrumentDirectory
  /** The inputs that explain past ticks. */
  readonly past: ExplanationDeps['past']
  readonly rateLimits: RateLimits | 'off'
  readonly tokenLifetimeSeconds: number
  /** Null to use the address of each request in answers. */
  readonly publicUrl: string | null
  /** The proxies whose forwarding headers count; null for none [run.trusted-proxies]. */
  readonly trustedProxies: readonly string[] | null
  /** The origins whose pages may call, besides the server's own [run.cors]. */
  readonly corsOrigins: AllowedOrigins | null
  /** The sibling of the contract whose headers and envelope the server also has [run.compat]. */
  readonly compat: 'next' | null
  readonly health: HealthService
  /** Omit it for a server without metrics [run.metrics]. */
  readonly metrics?: MetricsDeps
  /** The system clock, for tokens, in milliseconds since 1970. */
  readonly wallNowMs: () => number
  readonly elapsedMs: MonotonicMs
  /** Omit it for a server without a sandbox [run.sandbox]. */
  readonly sandbox?: Omit<SandboxDeps, 'signInsChanged' | 'routes'> & {
    readonly key: SandboxKey
    /** Waits by the machine's time. */
    readonly after: FaultDeps['after']
  }
  /** Omit it for a server without a console [run.console]. */
  readonly console?: ConsoleDeps
  /** The ingest of live prices; null in any other market [live.ingest]. */
  readonly ingest: { readonly service: IngestService; readonly key: SandboxKey } | null
  /** Omit it unless the run is recorded [exec.record]. */
  readonly recorder?: Omit<RunRecorder, 'isInner'> | undefined
  /** Null if the stream is turned off [stream.off]. */
  readonly stream: StreamService | null
  /** Null if there is no console [run.console]. */
  readonly consolePage: PageService | null
}

export type App = ReturnType<typeof createApp>
/** The API that programs use, for their client. */
export type ContractApp = Routed<ReturnType<typeof contractOf>[number]>
/** The controls of the sandbox, for their clients. */
export type SandboxApp = Routed<ReturnType<typeof sandboxEndpoints>[number]>
/** The API of the console's own pages, for their client. */
export type ConsoleApp = Routed<ReturnType<typeof consoleApi>[number]>

export function createApp(deps: AppDeps) {
  // normalize: Elysia would drop unknown fields, which are an error.
  // strictPath: a trailing slash makes another path [request.route].
  const root = new Elysia({
    normalize: false,
    strictPath: true,
    handler: { standardHostname: false },
    websocket: { ...SOCKET_LIMITS, ...(deps.ingest && INGEST_SOCKET_LIMITS) },
  })
  const ownKey = deps.newToken()
  const isInner = (request: Request): boolean => request.headers.get(SANDBOX_KEY_HEADER) === ownKey
  const http = shared(deps, root, isInner)
  const { signIn: signingIn } = http
  const identity = deps.console?.identity
  const auth = auths({
    pages: deps.corsOrigins ?? [],
    sandboxKey: deps.sandbox ? withOwnKey(deps.sandbox.key, ownKey) : null,
    feedKey: deps.ingest?.key ?? null,
    sessions: identity === undefined ? null : { ...identity, publicUrl: deps.publicUrl },
  })

  const contract = contractOf(deps, signingIn)
  const endpoints: Endpoint[] = [...contract]
  if (deps.stream !== null) {
    endpoints.push(...streamEndpoints(deps.stream, http))
  }
  if (deps.ingest !== null) endpoints.push(...feedEndpoints(deps.ingest.service))
  if (deps.sandbox !== undefined) {
    const routes = () =>
      new Set(endpoints.filter(({ path }) => canHaveFaults(path)).map(({ id }) => id))
    const signInsChanged = signingIn.forget
    endpoints.push(
      ...sandboxEndpoints(new SandboxService({ ...deps.sandbox, signInsChanged, routes })),
    )
    deps.sandbox.scenario.connect((call) => callOver(root, call, ownKey))
  }
  if (deps.console !== undefined) endpoints.push(...consoleApi(deps, deps.console))
  if (deps.metrics !== undefined) endpoints.push(...metricsEndpoints(deps.metrics))
  endpoints.push(...pages(deps, [...endpoints]))

  root.onError(({ error, request }) =>
    answerOutside(http, request, error instanceof NotFoundError ? null : { error }),
  )
  register(root, endpoints, http, auth)
  // safe: `register` has added these routes.
  const app = root as unknown as ContractApp // tidy: one cast for all routes
  return Object.assign(app, { endpoints })
}

/** Builds the parts that all calls share. */
function shared(deps: AppDeps, root: AnyElysia, isInner: (request: Request) => boolean) {
  const { sandbox, recorder, elapsedMs } = deps
  // Elysia's own `server` defines a property for each request, which costs time.
  const server = (): ReturnType<Http['server']> => root.server
  const limiter = rateLimiter(deps.rateLimits, elapsedMs)
  const calledFrom = callers(server, deps.trustedProxies)
  const barred = (request: Request) => limiter.lookUp(calledFrom.addressOf(request))
  return {
    ...deps,
    server,
    limiter,
    callers: calledFrom,
    signIn: tokenSignIn({ ...deps, nowMs: deps.wallNowMs, barred }),
    baseUrlOf: baseUrlOf(deps.publicUrl),
    faults:
      sandbox === undefined || recorder?.isReplay
        ? undefined
        : { faults: sandbox.faults, after: sandbox.after, exampleOf: refusalExample },
    recorder: recorder && { ...recorder, isInner },
    cors: deps.corsOrigins === null ? undefined : cors(deps.corsOrigins, deps.compat === 'next'),
    compat: deps.compat === 'next',
  }
}

/** The endpoints of the contract, the endpoints that only a paper broker offers, and the probes. */
const contractOf = (deps: AppDeps, signingIn: ReturnType<typeof tokenSignIn<Request>>) =>
  [
    ...healthEndpoints(deps.health),
    ...tokenEndpoints(tokenIssuer({ ...deps, nowMs: deps.wallNowMs, issued: signingIn.expect })),
    ...accountEndpoints(accountService(deps)),
    ...quoteEndpoints(quoteService(deps)),
    ...candleEndpoints(candleService(deps)),
    ...calendarEndpoints(calendarService(deps)),
    ...exchangeRateEndpoints(rateService(deps)),
    ...instrumentEndpoints(instrumentService(deps.instruments)),
    ...orderEndpoints(new OrderService(deps)),
    ...paperClockEndpoints(paperClockService(deps)),
    ...historyEndpoints(new HistoryService(deps)),
    ...profitEndpoints(new ProfitService(deps)),
    ...statementEndpoints(new StatementService(deps)),
    ...paperOrderEndpoints(new ExplanationService(deps), legExplanationService(deps)),
    ...orderEntryEndpoints(new OrderEntryService(deps)),
    ...conditionalOrderEndpoints(conditionalService(deps)),
  ] as const

function consoleApi(deps: AppDeps, parts: ConsoleDeps) {
  const history = new HistoryService(deps)
  const newest = { interval: '1d', from: null, to: null, cursor: null } as const
  const teaching = leaderboardService({
    database: deps.database,
    historyOf: (accountId, limit) => history.find(accountId, { ...newest, limit }, () => {}),
  })
  const { identity, elapsedMs } = parts
  const service = consoleService(parts)
  return [
    ...leaderboardEndpoints(teaching, statementFile(new StatementService(deps))),
    ...consoleEndpoints({ identity, service, publicUrl: deps.publicUrl, elapsedMs }),
  ] as const
}

/** Builds the pages. `described` are the endpoints in the OpenAPI document. */
function pages(deps: AppDeps, described: readonly Endpoint[]): readonly Endpoint[] {
  const { version, stream, ingest, consolePage, compat } = deps
  const hasConsole = consolePage !== null
  const hasSocket = stream !== null || ingest !== null
  return [
    ...documentPages({ version, endpoints: described, hasConsole, compat }),
    ...(hasSocket ? streamDocumentPages(version, ingest && INGEST_PART) : []),
    ...markdownPages(),
    ...errorPages(hasConsole),
    ...(consolePage === null ? [] : consolePages(consolePage)),
  ]
}
