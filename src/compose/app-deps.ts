/** What the HTTP application needs of everything behind it. */
import { version } from '../../package.json'
import type { AppDeps } from '../api/app'
import { pageService } from '../api/console/page/service'
import { type DoorService, doorService } from '../api/feed/service'
import { healthService } from '../api/health/service'
import type { OnAnswered } from '../api/pipeline/http'
import { sandboxKeyOf } from '../api/pipeline/sandbox-key'
import { conductor } from '../api/sandbox/conductor'
import { encodeRow } from '../api/sandbox/wire'
import { canStartOpen } from '../config/feed'
import { othersCanReach } from '../config/reach'
import { SYSTEM_PACE } from '../core/pace'
import { reportLine } from '../core/scenario/report'
import { atMs } from '../core/time'
import { findClient, findClients } from '../identity/clients'
import { consoleIdentity } from '../identity/console'
import { newToken } from '../identity/secrets'
import { findTokens, insertToken } from '../identity/tokens'
import { rateAt, sentRateAt } from '../market/rates'
import { databaseRefusal } from '../store/database-refusal'
import { batched } from '../store/pg/bulk'
import { marketHeld } from '../store/tables/matcher-lease'
import { probeWrite } from '../store/write-probe'
import type { Levels } from '../telemetry/metrics'
import type { Parts } from './parts'

export function appDeps({
  database,
  config,
  time: { elapsedMs, after },
  market: {
    wall,
    seed,
    latencySeed,
    clock,
    simulated,
    beganAt,
    base,
    feed,
    pins,
    forcing,
    instruments,
    live,
  },
  trading: { sequencer, matcher },
  streams,
  lastUses,
  faults,
  reports,
  metrics,
  ending,
  tracing,
}: Parts): AppDeps {
  const { drizzle } = database
  const { initialCash, tickMs } = config
  const door =
    live && doorService({ ...live, database, feed: live.looked, now: clock.now, elapsedMs })
  const isSimulated = simulated !== null
  const pace = () => simulated?.pace ?? SYSTEM_PACE
  const levels = (): Levels => ({
    waiting: sequencer.waiting,
    ticksSkipped: matcher.ticksSkipped,
    tickAgeSeconds: matcher.pulse.movesMarket
      ? clock.now().since(matcher.carriedTo).total('seconds')
      : null,
    streams: streams?.service.readers() ?? { count: 0, eventsBehind: 0 },
    connectionsLost: database.connectionsLost?.() ?? 0,
    prices: door?.levels() ?? null,
  })
  return {
    version,
    database,
    clients: { find: batched((clientIds) => findClients(drizzle, clientIds)) },
    tokens: {
      find: batched((tokenHashes) => findTokens(drizzle, tokenHashes)),
      insert: (token, secretHash) => insertToken(drizzle, token, secretHash),
    },
    newToken,
    noteUse: lastUses.note,
    sequencer,
    feed,
    rateAt: (base, quote, at) =>
      live === null ? rateAt(seed, base, quote, at) : sentRateAt(live.book.rate, base, quote, at),
    clock,
    simulated,
    pace,
    instruments,
    past: { base, seed: latencySeed, tickMs, pins, matcher },
    rateLimits: config.rateLimits,
    tokenLifetimeSeconds: config.tokenLifetimeSeconds,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    compat: config.compat,
    health: healthService({
      probeWrite: () => probeWrite(database, config.database.kind === 'server'),
      marketHeld: () => marketHeld(database),
      matcher,
      clock,
      calendar: feed.calendar,
      tickMs,
      elapsedMs,
      after: (ms) => new Promise((resume) => after(ms, resume)),
      isSimulated,
      notices: wall.notices,
      prices: () => door?.levels() ?? null,
      pace,
      ending,
    }),
    report: reports.request,
    databaseRefusal,
    ending,
    answered: toAll(
      reports.answered,
      metrics?.answered,
      tracing?.answered,
      door && countingRefused(door),
    ),
    ...(metrics && {
      metrics: {
        key: config.metricsKey,
        contentType: metrics.contentType,
        text: () => metrics.read(levels()),
      },
    }),
    wallNowMs: wall.nowMs,
    elapsedMs,
    ...(pins &&
      forcing &&
      faults && {
        sandbox: {
          database,
          sequencer,
          matcher,
          clock,
          simulated,
          feed,
          instruments,
          pins,
          forcing,
          faults,
          beganAt,
          initialCash,
          fillProfile: config.fillProfile,
          startedAt: clock.now(),
          restartStreams: () => streams?.service.restart(),
          wallNow: () => atMs(wall.nowMs()),
          after: (ms: number) => new Promise<void>((resume) => void after(ms, resume)),
          // Where others can reach the server, a client's token does not steer the market.
          scenario: conductor({
            database,
            clock,
            matcher,
            after,
            bot: config.client?.clientId ?? null,
            accountsOf: async (clientId) => (await findClient(drizzle, clientId))?.accountIds ?? [],
            told: (row) => reports.scenario?.(reportLine(encodeRow(row))),
          }),
          key: sandboxKeyOf(config.sandboxKey, !othersCanReach(config)),
        },
      }),
    ...(config.console && {
      console: {
        sequencer,
        elapsedMs,
        hasSandbox: pins !== null,
        canStartOpen: canStartOpen(config.feed),
        identity: consoleIdentity(drizzle, wall.nowMs),
        usual: { initialCash, fillProfile: config.fillProfile },
        clientOfSettings: config.client?.clientId ?? null,
      },
    }),
    door: door && { service: door, key: sandboxKeyOf(config.feedKey, false) },
    stream: streams?.service ?? null,
    consolePage: config.console ? pageService() : null,
  }
}

function toAll(...listeners: readonly (OnAnswered | null | undefined)[]): OnAnswered | undefined {
  const present = listeners.filter((listener) => listener != null)
  if (present.length <= 1) return present[0]
  return (answered) => {
    for (const listener of present) listener(answered)
  }
}

/** What is refused before it reaches the door counts as well: a key that is wrong, say. */
const countingRefused =
  (door: DoorService): OnAnswered =>
  ({ status, route }) => {
    if (status >= 400 && route?.startsWith('/feed')) door.noteRefused()
  }
