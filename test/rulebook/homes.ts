/**
 * Where the rules of each subject may be cited: what tells a citation from one that has strayed
 * into a file that has nothing to do with it. Pure.
 */
import { piecesOf } from '../drift/rules/code'
import type { Citation } from './citations'
import { type Rule, subjectOf } from './rulebook'

/** Folders and files below src; by subject. */
export const HOMES: Readonly<Record<string, readonly string[]>> = {
  console: [
    'console',
    'api/console',
    ...[
      'api/pipeline/console-session',
      'api/pipeline/clients',
      'api/pipeline/endpoint',
      'api/pipeline/session-cookie',
      'identity',
      'cli/users',
      'jobs',
      'main',
    ],
    ...['api/pipeline/sign-in-attempts', 'api/pipeline/auth', 'core/password'],
  ],
  service: [
    ...['api/pipeline', 'api/wire', 'api/v1/account', 'core/money', 'core/account'],
    ...['identity', 'cli/demo', 'api/paper/statement'],
  ],
  request: [
    'api',
    'compose/loop-watch',
    'core/order',
    'trading',
    'store/database',
    'store/drivers',
    'store/pg',
    'sdk',
  ],
  'request-id': ['api', 'sdk'],
  'account-header': ['api/pipeline', 'core/account', 'sdk'],
  time: ['api', 'core/time'],
  token: ['api/pipeline', 'api/v1/oauth', 'api/v1/stream', 'identity', 'cli/keys', 'sdk', 'jobs'],
  auth: ['api/pipeline', 'core/scope', 'sdk'],
  key: ['identity', 'cli/keys', 'cli/shared', 'config/client', 'core/ids'],
  session: ['core/session', 'market', 'store/tables', 'trading', 'core/order'],
  calendar: ['api/v1/calendar', 'market/calendar'],
  clock: [
    'market',
    'compose',
    'trading',
    'core/pace',
    'api/health',
    'api/wire',
    'api/paper/clock',
    'cli/market',
  ],
  order: [
    ...['core/order', 'core/tick-size', 'api/v1/orders', 'api/wire', 'trading'],
    ...['market/auctions', 'market/order-wait', 'market/feeds/pips'],
    ...['store/tables/accounts', 'store/tables/market-controls', 'store/pg/columns'],
  ],
  state: ['core/order'],
  life: [
    'core/order',
    'core/account',
    'core/instrument',
    'api/v1/orders',
    'trading',
    'store/tables',
  ],
  fill: [
    ...['core/order', 'core/account', 'core/money', 'core/quote', 'api/wire', 'trading'],
    ...['market/auctions', 'market/feed', 'cli/demo'],
  ],
  profile: [
    ...['core/order', 'core/quote', 'trading', 'config/market', 'store/tables/liquidity-uses'],
    ...['market/feeds', 'cli/demo', 'api/paper/orders'],
  ],
  account: ['api/v1/account', 'core/account'],
  'buying-power': ['api/v1/account'],
  holdings: ['api/v1/account'],
  holding: ['api/v1/account', 'core/account', 'core/money'],
  quotes: ['api/v1/quotes'],
  quote: ['api/v1/quotes', 'market/feed', 'console/parts/quote-cells'],
  candles: ['api/v1/candles', 'market/feed'],
  candle: [
    ...['api/v1/candles', 'api/sandbox', 'api/paper/orders', 'market/feed'],
    ...['core/order/strict'],
  ],
  'exchange-rate': ['api/v1/exchange-rate', 'market/rates', 'market/exchange-rate'],
  instrument: ['api/v1/instruments', 'core/instrument'],
  instruments: ['api/v1/instruments', 'market/search'],
  record: ['api/wire/order-record', 'core/order/order'],
  orders: ['api/v1/orders'],
  fills: ['api/v1/orders'],
  page: ['api/v1', 'core/page'],
  testkit: ['testing', 'store/drivers'],
  exec: ['cli/exec', 'cli/verify', 'testing/record', 'api/pipeline', 'api/app', 'compose'],
  snapshot: [
    ...['api/sandbox', 'api/v1/stream', 'market', 'trading', 'testing', 'store/drivers'],
    'store/tables/snapshots',
  ],
  preview: ['api/v1/orders', 'core/order/preview'],
  'rate-limit': [
    'api/pipeline',
    'api/v1/candles/chunks',
    'api/paper/history',
    'api/v1/stream/backlogs',
    'store/long-read',
    'config',
    'core/limits',
    'core/rate-limits',
    'identity',
  ],
  error: ['api/errors', 'api/pipeline', 'api/wire', 'store/database-refusal', 'trading/sequencer'],
  statuses: ['api/v1', 'api/wire/refusal'],
  stream: [
    'testing',
    'api',
    'events',
    'core/order/event',
    'core/account',
    'sdk',
    'store/pg/notify',
    'trading',
  ],
  mcp: ['cli/mcp', 'api/docs'],
  run: [
    ...['store/audit', 'cli/audit', 'store/pg/fitness', 'store/pg/pooling', 'store/pg/tls'],
    ...['telemetry', 'api/metrics', 'api/health', 'sdk/flat-envelope'],
    ...['config', 'compose', 'main', 'api/app', 'api/docs', 'api/pipeline', 'api/sandbox'],
    ...[
      'api/console',
      'cli/shared',
      'cli/market',
      'identity/first-client',
      'core/account/initial-cash',
    ],
    ...['market/calendar', 'market/feed', 'market/simulated-clock', 'trading/matcher'],
    ...[
      'store/migrations',
      'store/bar-file',
      'store/tables/market-settings',
      'store/tables/matcher-lease',
    ],
  ],
  health: ['api/health', 'store/write-probe'],
  durability: [
    ...['core/durability', 'store/drivers', 'config', 'trading/command'],
    ...['store/folder-lost', 'store/database-refusal', 'compose/watch-folder'],
    ...['store/damage', 'compose/damage', 'cli/doctor/pages'],
  ],
  paper: [
    ...['api/paper', 'core/account', 'store/tables', 'store/schema'],
    ...['core/limits', 'core/order/explain'],
  ],
  fault: [
    'testing',
    ...['api/sandbox', 'api/pipeline', 'api/v1/stream', 'core/fault-rule'],
    'store/tables/forced-faults',
  ],
  outcome: ['testing', ...['api/sandbox', 'core/order', 'store/tables/forced-outcomes', 'trading']],
  scenario: ['core/scenario', 'api/sandbox', 'config/scenario', 'compose', 'cli/exec'],
  chaos: ['cli/chaos'],
  live: [
    ...['market/feeds/live', 'market/feeds/recorded', 'market/feed', 'market/rates'],
    ...['api/feed', 'api/pipeline', 'api/app', 'config/feed', 'config/live-faults'],
    ...['compose', 'jobs/live-prices', 'store/tables/live-prices', 'store/tables/wanted-symbols'],
    ...['trading/commands/tick', 'cli/feed', 'api/health', 'telemetry', 'console/parts'],
    ...['console/data/quote-age', 'core/price-ages', 'api/wire/price-ages'],
    'core/order/explain',
  ],
  sandbox: [
    'api/sandbox',
    'api/pipeline',
    'market',
    'core/quote',
    'trading',
    'store/tables/pinned-quotes',
    'config/sandbox',
    'api/wire/refusal',
  ],
}

/** Tables of everything: every number, every code, every table of the database. */
const TABLES = ['src/core/limits.ts', 'src/core/refusals.ts', 'src/store/schema.ts']

const isHome = (id: string, path: string): boolean =>
  TABLES.includes(path) ||
  (HOMES[subjectOf(id)] ?? []).some((home) => path.startsWith(`src/${home}`))

/** One line for each citation that has strayed. */
export function strayed(
  citations: readonly Citation[],
  rules: readonly Rule[],
  sources: ReadonlyMap<string, string>,
): readonly string[] {
  const texts = new Map(rules.map(({ id, text }) => [id, text]))
  return citations.flatMap(({ id, path, line }) => {
    const at = `${path}:${line}: [${id}]`
    if (TABLES.includes(path)) return []
    if (!isHome(id, path)) {
      const homes = (HOMES[subjectOf(id)] ?? []).join(', ')
      return [`${at} is outside of ${homes}; if it belongs there, test/rulebook/homes.ts says so`]
    }
    const shared = sharedWords(id, texts.get(id) ?? '', path, sources.get(path) ?? '')
    return shared.length > 0 ? [] : [`${at} shares no word with the file`]
  })
}

/** Words of the rule that the file has in its path, its names or its literals. */
function sharedWords(id: string, text: string, path: string, source: string): readonly string[] {
  const code = [...piecesOf(source)].filter(({ kind }) => kind !== 'comment')
  const letters = (path + code.map((piece) => piece.text).join('')).replace(/[^a-z]/gi, '')
  const words = `${id} ${text}`.match(/[A-Z]?[a-z]{3,}|[A-Z]{3,}/g) ?? []
  return words
    .map((word) => word.toLowerCase().replace(/(?:ing|ed|es|s)$/, ''))
    .filter((word) => word.length > 3 && letters.toLowerCase().includes(word))
}
