/** The HTTP application: plugins, then modules, in the one right order. It never listens. */
import { Elysia } from 'elysia'
import type { RateLimits } from './core/rate-limits'
import type { Desk } from './engine/desk'
import type { AllowedOrigins } from './http/pages-allowed'
import { cors } from './http/plugins/cors'
import { docs } from './http/plugins/docs'
import { errors, type ReportFailure } from './http/plugins/errors'
import { gate } from './http/plugins/gate'
import { streamGate } from './http/plugins/stream-gate'
import { tokenGate } from './http/plugins/token-gate'
import { rateLimiter } from './http/rate-limit'
import { reachedAt } from './http/reached-at'
import type { MarketClock, MonotonicMs } from './market/clock'
import type { Feed } from './market/feed'
import type { InstrumentDirectory } from './market/instruments'
import { account } from './modules/account'
import { accountService } from './modules/account/service'
import { calendar } from './modules/calendar'
import { calendarService } from './modules/calendar/service'
import { candles } from './modules/candles'
import { candleService } from './modules/candles/service'
import { errorPages } from './modules/errors'
import { health } from './modules/health'
import type { HealthService } from './modules/health/service'
import { instruments } from './modules/instruments'
import { instrumentService } from './modules/instruments/service'
import { oauth } from './modules/oauth'
import { type OAuthDeps, oauthService } from './modules/oauth/service'
import { type SignInDeps, signIn } from './modules/oauth/sign-in'
import { orders } from './modules/orders'
import { orderService } from './modules/orders/service'
import { quotes } from './modules/quotes'
import { quoteService } from './modules/quotes/service'
import { rates } from './modules/rates'
import { type RateAt, rateService } from './modules/rates/service'
import { countedRequestIds, sandbox } from './modules/sandbox'
import { type SandboxDeps, sandboxService } from './modules/sandbox/service'
import { SOCKET_LIMITS, stream, streamDocs } from './modules/stream'
import type { StreamService } from './modules/stream/service'
import type { Database } from './store/database'

export interface AppDeps {
  readonly version: string
  readonly clients: SignInDeps['clients']
  readonly tokens: SignInDeps['tokens'] & OAuthDeps['tokens']
  readonly newToken: OAuthDeps['newToken']
  readonly database: Database
  readonly desk: Desk
  readonly feed: Feed
  readonly rateAt: RateAt
  readonly clock: MarketClock
  readonly instruments: InstrumentDirectory
  readonly rateLimits: RateLimits | 'off'
  readonly tokenLifetimeSeconds: number
  /** Null: answers name the address that was asked (D8). */
  readonly publicUrl: string | null
  /** Whose pages may call besides the server's own (D10). */
  readonly corsOrigins: AllowedOrigins | null
  readonly health: HealthService
  readonly report: ReportFailure
  /** The system clock, for tokens, in milliseconds since 1970. */
  readonly wallNowMs: () => number
  readonly elapsedMs: MonotonicMs
  /** Left out: without the sandbox's controls (D11). */
  readonly sandbox?: SandboxDeps
  /** Null where it is turned off (D9). */
  readonly stream: StreamService | null
}

export function createApp(deps: AppDeps) {
  const limiter = rateLimiter(deps.rateLimits, deps.elapsedMs)
  const access = { ...deps, nowMs: deps.wallNowMs }
  // A gate is built once and used by several modules: two that are built alike would be taken for
  // one.
  const entrance = {
    signIn: signIn(access),
    limiter,
    reachedAt: reachedAt(deps.publicUrl),
    elapsedMs: deps.elapsedMs,
  }
  const reading = gate(entrance, { scope: 'READ_ONLY', bucket: 'other' })
  const trading = gate(entrance, { scope: 'TRADE', bucket: 'orders' })

  // normalize: false, since an unknown field is an error (D1) and not to be dropped.
  // strictPath: a trailing slash makes another path.
  // standardHostname: false, since a path would be looked for behind a host name of 4 letters.
  const app = new Elysia({
    normalize: false,
    strictPath: true,
    handler: { standardHostname: false },
    websocket: SOCKET_LIMITS,
  })
    .use(cors(deps.corsOrigins))
    // Before the modules: hooks reach only what is registered after them.
    .use(errors(deps.report, entrance, entrance.reachedAt))
    .use(docs(deps.version, entrance.reachedAt))
    .use(deps.stream === null ? new Elysia() : streamDocs(deps.version, entrance.reachedAt))
    .use(errorPages(entrance.reachedAt))
    .use(health(deps.health))
    .group('/v1', (v1) =>
      v1
        .use(oauth(oauthService(access), tokenGate(entrance)))
        .use(account(accountService(deps), reading))
        .use(quotes(quoteService(deps), reading))
        .use(candles(candleService(deps), reading))
        .use(calendar(calendarService(deps), reading))
        .use(rates(rateService(deps), reading))
        .use(instruments(instrumentService(deps.instruments), reading))
        .use(orders(orderService(deps), { reading, trading }))
        .use(stream(deps.stream, streamGate(entrance, deps.corsOrigins ?? []), entrance)),
    )
  if (deps.sandbox !== undefined) {
    const needs = { bucket: 'other', newRequestId: countedRequestIds() } as const
    app.use(
      sandbox(sandboxService(deps.sandbox), {
        reading: gate(entrance, { ...needs, scope: 'READ_ONLY' }),
        changing: gate(entrance, { ...needs, scope: 'TRADE' }),
      }),
    )
  }
  return app
}

export type App = ReturnType<typeof createApp>
