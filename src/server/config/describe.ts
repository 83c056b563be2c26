/** The lines about the settings that a start prints. They have no secret and no password. */
import type { RateLimits } from '../../core/limits'
import { decimalString } from '../../core/money'
import { toKst } from '../../core/time'
import type { DatabaseConfig, Durability } from '../../postgres/database'
import { RATE_GROUPS } from './access'
import type { Config } from './config'
import { withoutPassword } from './database'
import type { ClockConfig } from './market'
import { seedOf } from './market'

export const describeConfig = (config: Config): readonly string[] => [
  `database      ${databaseLine(config.database)}`,
  ...(config.cell === null ? [] : [`cell          ${config.cell}`]),
  `market clock  ${clockLine(config.clock)}`,
  `market        ${feedLine(config)}, a tick every ${config.tickMs} market ms`,
  `client        ${config.client?.clientId ?? 'made at the first start'}`,
  `tokens        live ${config.tokenLifetimeSeconds} s`,
  `new accounts  start with ${decimalString(config.initialCash)} USD, fills ${config.fillProfile}`,
  `rate limits   ${rateLimitsLine(config.rateLimits)}`,
  `stream        ${onOff(config.stream)}`,
  `sandbox       ${onOff(config.sandbox)}${config.sandboxKey === null ? '' : ', with a key'}`,
  ...(config.scenario === null ? [] : [`scenario      ${config.scenario}`]),
  `console       ${onOff(config.console)}`,
  ...(config.metrics
    ? [`metrics       on${config.metricsKey === null ? ', for this machine' : ', with a key'}`]
    : []),
  ...(config.corsOrigins === null
    ? []
    : [`pages of      ${[config.corsOrigins].flat().join(', ')}`]),
  ...(config.compat === null ? [] : [`compatible    with ${config.compat}`]),
  ...(config.publicUrl === null ? [] : [`reached at    ${config.publicUrl}`]),
  ...(config.trustedProxies === null
    ? []
    : [`proxies       ${config.trustedProxies.join(', ')}: callers count by X-Forwarded-For`]),
]

function feedLine(config: Config): string {
  const { barsFile, feed, feedFile, feedStaleMs } = config
  switch (feed) {
    case 'replay':
      return barsFile === null ? 'the imported bars' : `the bars of ${barsFile}`
    case 'recorded':
      return `recorded in ${feedFile}`
    case 'live': {
      const stale = `stale after ${feedStaleMs.regular} ms, ${feedStaleMs.other} outside REGULAR`
      return `live, ${stale}${feedFile === null ? '' : `, kept in ${feedFile}`}`
    }
    case 'simulated':
      return `simulated, ${seedLine(seedOf(config))}`
  }
}

function seedLine(seed: Config['seed']): string {
  if (seed === null) return 'the seed of the database'
  return seed === 'random' ? 'a drawn seed' : `seed ${seed}`
}

const onOff = (on: boolean): string => (on ? 'on' : 'off')

/** Each start warns about `relaxed` [durability.relaxed]. */
const DURABLE: Readonly<Record<Durability, string>> = {
  fsync: '',
  relaxed: '; relaxed: a power loss can lose answered orders and damage it',
}

function databaseLine(database: DatabaseConfig): string {
  switch (database.kind) {
    case 'server':
      return withoutPassword(database.url)
    case 'embedded':
      return `embedded, in the folder ${database.dir}${DURABLE[database.durability]}`
    case 'memory':
      return 'embedded, in memory: gone when the server ends'
  }
}

function clockLine(clock: ClockConfig): string {
  if (clock.kind === 'system') return 'system'
  const pace = clock.speed === 0 ? 'standing still' : `speed ${clock.speed}`
  const start = clock.startsAt === 'open' ? 'a time when it is open' : toKst(clock.startsAt)
  return `simulated, from ${start}, ${pace}`
}

function rateLimitsLine(limits: RateLimits | 'off'): string {
  if (limits === 'off') return 'off'
  return RATE_GROUPS.map((group) => {
    const { perSecond, burst } = limits[group]
    return `${group} ${perSecond}/s (burst ${burst})`
  }).join(', ')
}
