/** The dependencies of the HTTP application. */
import { version } from '../../../package.json'
import type { AppDeps } from '../../api/app'
import { pageService } from '../../api/console/page/service'
import { type IngestService, ingestService } from '../../api/feed/service'
import { type HealthService, healthService } from '../../api/health/service'
import { reportLine } from '../../api/sandbox/scenario/report'
import { scenarioRunner } from '../../api/sandbox/scenario-runner'
import { encodeRow } from '../../api/sandbox/wire'
import { atMs } from '../../core/time'
import type { OnAnswered } from '../../http/call'
import { sandboxKeyOf } from '../../http/sandbox-key'
import { findClient, findClients } from '../../identity/clients'
import { consoleIdentity } from '../../identity/console'
import { newToken } from '../../identity/secrets'
import { findTokens, insertToken } from '../../identity/tokens'
import { rateAt, sourceRateAt } from '../../market/exchange-rate'
import { type Pace, SYSTEM_PACE } from '../../market/pace'
import { batched } from '../../postgres/bulk'
import { databaseRefusal } from '../../postgres/errors'
import { leaseState } from '../../postgres/matcher-lease'
import { probeWrite } from '../../postgres/write-probe'
import { placeConditionalCommand } from '../../trading/commands/conditional'
import { canStartOpen } from '../config/market'
import { othersCanReach } from '../config/reach'
import type { Levels, Metrics } from '../telemetry/metrics'
import type { Market } from './market'
import type { Parts } from './parts'

export function appDeps(parts: Parts): AppDeps {
  const { database, config, time, market, trading, streams, reports, metrics, tracing } = parts
  const { drizzle } = database
  const { elapsedMs } = time
  const { clock, simulated, feed, live } = market
  const { sequencer, matcher } = trading
  const ingest =
    live && ingestService({ ...live, database, feed: live.peekFeed, now: clock.now, elapsedMs })
  return {
    version,
    database,
    clients: { find: batched((clientIds) => findClients(drizzle, clientIds)) },
    tokens: {
      find: batched((tokenHashes) => findTokens(drizzle, tokenHashes)),
      insert: (token, secretHash) => insertToken(drizzle, token, secretHash),
    },
    newToken: () => newToken(config.cell),
    noteUse: parts.lastUses.note,
    sequencer,
    feed,
    rateAt: (base, quote, at) =>
      live === null
        ? rateAt(market.seed, base, quote, at)
        : sourceRateAt(live.book.rate, base, quote, at),
    clock,
    simulated,
    pace: () => paceOf(market),
    instruments: market.instruments,
    past: {
      base: market.base,
      seed: market.latencySeed,
      tickMs: config.tickMs,
      pins: market.pins,
      matcher,
    },
    rateLimits: config.rateLimits,
    tokenLifetimeSeconds: config.tokenLifetimeSeconds,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    compat: config.compat,
    health: healthOf(parts, ingest),
    report: reports.request,
    databaseRefusal,
    ending: parts.ending,
    answered: toAll(
      reports.answered,
      metrics?.answered,
      tracing?.answered,
      ingest && countRefusals(ingest),
    ),
    ...(metrics && { metrics: metricsOf(parts, metrics, ingest) }),
    wallNowMs: market.wall.nowMs,
    elapsedMs,
    ...sandboxOf(parts),
    ...(config.console && { console: consoleOf(parts) }),
    ingest: ingest && { service: ingest, key: sandboxKeyOf(config.feedKey, false) },
    stream: streams?.service ?? null,
    consolePage: config.console ? pageService() : null,
  }
}

const paceOf = ({ simulated }: Market): Pace => simulated?.pace ?? SYSTEM_PACE

const healthOf = (
  { database, config, time, market, trading, ending }: Parts,
  ingest: IngestService | null,
): HealthService =>
  healthService({
    probeWrite: () => probeWrite(database, config.database.kind === 'server'),
    leaseState: () => leaseState(database),
    matcher: trading.matcher,
    clock: market.clock,
    calendar: market.feed.calendar,
    tickMs: config.tickMs,
    elapsedMs: time.elapsedMs,
    after: (ms) => new Promise((resume) => time.after(ms, resume)),
    isSimulated: market.simulated !== null,
    notices: market.wall.notices,
    prices: () => ingest?.levels() ?? null,
    pace: () => paceOf(market),
    cell: config.cell,
    ending,
  })

function metricsOf(
  { database, config, market, trading, streams }: Parts,
  metrics: Metrics,
  ingest: IngestService | null,
): NonNullable<AppDeps['metrics']> {
  const { sequencer, matcher } = trading
  const levels = (): Levels => ({
    waiting: sequencer.waiting,
    ticksSkipped: matcher.ticksSkipped,
    tickAgeSeconds: matcher.pulse.movesMarket
      ? market.clock.now().since(matcher.carriedTo).total('seconds')
      : null,
    streams: streams?.service.readers() ?? { count: 0, eventsBehind: 0 },
    connectionsLost: database.connectionsLost?.() ?? 0,
    prices: ingest?.levels() ?? null,
  })
  return {
    key: config.metricsKey,
    contentType: metrics.contentType,
    text: () => metrics.read(levels()),
  }
}

/** Empty if there is no sandbox. */
function sandboxOf({
  database,
  config,
  time: { after },
  market,
  trading,
  streams,
  faults,
  reports,
}: Parts): Pick<AppDeps, 'sandbox'> {
  const { clock, pins, forcing, wall } = market
  const { matcher } = trading
  if (!pins || !forcing || !faults) return {}
  const { drizzle } = database
  return {
    sandbox: {
      database,
      sequencer: trading.sequencer,
      matcher,
      clock,
      simulated: market.simulated,
      feed: market.feed,
      instruments: market.instruments,
      pins,
      forcing,
      faults,
      beganAt: market.beganAt,
      initialCash: config.initialCash,
      fillProfile: config.fillProfile,
      startedAt: clock.now(),
      restartStreams: () => streams?.service.restart(),
      wallNow: () => atMs(wall.nowMs()),
      after: (ms: number) => new Promise<void>((resume) => void after(ms, resume)),
      scenario: scenarioRunner({
        database,
        clock,
        matcher,
        after,
        bot: config.client?.clientId ?? null,
        place: (accountId, request, clientId) =>
          trading.sequencer.submit(
            placeConditionalCommand(accountId, request, market.feed, clientId),
          ),
        accountsOf: async (clientId) => (await findClient(drizzle, clientId))?.accountIds ?? [],
        onRow: (row) => reports.scenario?.(reportLine(encodeRow(row))),
      }),
      // If others can reach the server, a client's token does not open the sandbox.
      key: sandboxKeyOf(config.sandboxKey, !othersCanReach(config)),
    },
  }
}

const consoleOf = ({
  database,
  config,
  time,
  market,
  trading,
}: Parts): NonNullable<AppDeps['console']> => ({
  sequencer: trading.sequencer,
  elapsedMs: time.elapsedMs,
  hasSandbox: market.pins !== null,
  canStartOpen: canStartOpen(config.feed),
  identity: consoleIdentity(database.drizzle, market.wall.nowMs, config.cell),
  usual: { initialCash: config.initialCash, fillProfile: config.fillProfile },
  clientOfSettings: config.client?.clientId ?? null,
})

function toAll(...listeners: readonly (OnAnswered | null | undefined)[]): OnAnswered | undefined {
  const present = listeners.filter((listener) => listener != null)
  if (present.length <= 1) return present[0]
  return (answered) => {
    for (const listener of present) listener(answered)
  }
}

/** Counts requests that are refused before they reach the service, for example for a wrong key. */
const countRefusals =
  (ingest: IngestService): OnAnswered =>
  ({ status, route }) => {
    if (status >= 400 && route?.startsWith('/feed')) ingest.noteRefused()
  }
