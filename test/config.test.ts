import { describe, expect, test } from 'bun:test'
import { RATE_LIMITS_DEFAULT } from '../src/core/limits'
import { toKst } from '../src/core/time'
import {
  type Config,
  describeConfig,
  type Environment,
  faultLine,
  readConfig,
  VARIABLES,
} from '../src/server/config/config'

const SECRET = 'sk_test_0123456789abcdef'

function configOf(env: Environment): Config {
  const read = readConfig(env)
  if ('faults' in read) throw new Error(read.faults.map(faultLine).join('\n'))
  return read.config
}

function faultLines(env: Environment): readonly string[] {
  const read = readConfig(env)
  return 'faults' in read ? read.faults.map(faultLine) : []
}

/** The only fault of an environment. */
function faultOf(env: Environment): string {
  const lines = faultLines(env)
  expect(lines).toHaveLength(1)
  return lines[0] ?? ''
}

describe('[run.defaults] the default settings', () => {
  const config = configOf({})

  test('listen on this machine only and keep the data in a folder', () => {
    expect(config).toMatchObject({ host: '127.0.0.1', port: 3000 })
    expect(config.database).toEqual({ kind: 'embedded', dir: '.data', durability: 'fsync' })
  })

  test('[run.fill-profile] run the simulated market on the system clock', () => {
    expect(config.clock).toEqual({ kind: 'system' })
    expect(config).toMatchObject({ tickMs: 1000, seed: null, feed: 'simulated' })
    expect(config.initialCash.toFixed()).toBe('100000')
    expect(config.fillProfile).toBe('standard@2')
  })

  test('make a client at the first start, stream, limit rates, and have no sandbox', () => {
    expect(config).toMatchObject({ client: null, stream: true, sandbox: false })
    expect(config.rateLimits).toEqual({
      orders: { perSecond: 50, burst: 100 },
      other: { perSecond: 100, burst: 200 },
      token: { perSecond: 5, burst: 20 },
    })
  })

  test('also hold for an empty variable', () => {
    const empty = Object.fromEntries(VARIABLES.map((variable) => [variable, '']))
    expect(configOf({ ...empty, MARKET_SPED: '' })).toEqual(config)
  })
})

describe('a Config', () => {
  test('is frozen, and so are its parts', () => {
    const config = configOf({ RATE_LIMIT: 'orders=1/2' })
    const limits = config.rateLimits === 'off' ? {} : config.rateLimits
    for (const part of [config, config.database, config.clock, limits, ...Object.values(limits)]) {
      expect(Object.isFrozen(part)).toBe(true)
    }
  })

  test('prefers the database server to the folder', () => {
    const url = 'postgresql://paper:secret@db.local:5432/paper'
    expect(configOf({ DATABASE_URL: url, DATA_DIR: 'here' }).database).toEqual({
      kind: 'server',
      url,
    })
  })

  test('can keep the data in memory', () => {
    expect(configOf({ DATA_DIR: 'memory' }).database).toEqual({ kind: 'memory' })
    expect(configOf({ DATA_DIR: './memory' }).database).toMatchObject({ kind: 'embedded' })
  })

  test('has a simulated clock’s start and speed', () => {
    const { clock } = configOf({ MARKET_CLOCK: '2026-03-02T09:30-05:00', MARKET_SPEED: '0.5' })
    if (clock.kind !== 'simulated' || clock.startsAt === 'open') throw new Error('no start')
    expect(toKst(clock.startsAt)).toBe('2026-03-02T23:30:00.000+09:00')
    expect(clock.speed).toBe(0.5)
  })

  test('has a client’s id and secret', () => {
    const env = { PAPER_CLIENT_ID: 'my-bot_1', PAPER_CLIENT_SECRET: SECRET }
    expect(configOf(env).client).toEqual({ clientId: 'my-bot_1', clientSecret: SECRET })
  })

  test('changes the limits that RATE_LIMIT names and keeps the others', () => {
    expect(configOf({ RATE_LIMIT: 'token=1/2,orders=30000/60000' }).rateLimits).toEqual({
      ...RATE_LIMITS_DEFAULT,
      token: { perSecond: 1, burst: 2 },
      orders: { perSecond: 30_000, burst: 60_000 },
    })
    expect(configOf({ RATE_LIMIT: 'off' }).rateLimits).toBe('off')
    expect(configOf({ RATE_LIMIT: 'on' }).rateLimits).toEqual(RATE_LIMITS_DEFAULT)
  })

  test.each([
    ['*', '*'],
    ['https://app.example', ['https://app.example']],
    [
      'HTTPS://App.Example:443, http://localhost:5173',
      ['https://app.example', 'http://localhost:5173'],
    ],
    ['tauri://localhost', ['tauri://localhost']],
  ] as const)('[run.cors] may have the CORS_ORIGINS %s', (CORS_ORIGINS, corsOrigins) => {
    expect(configOf({ CORS_ORIGINS })).toMatchObject({ corsOrigins })
  })

  test('ignores variables of other programs', () => {
    expect(configOf({ PATH: '/bin', NODE_ENV: 'test' })).toEqual(configOf({}))
  })
})

const simulated = { MARKET_CLOCK: '2026-03-02T09:30-05:00' }

describe('the limits of a setting', () => {
  test.each<[string, readonly string[], Environment]>([
    ['HOST', ['0.0.0.0', '::1', 'localhost', 'paper.example'], {}],
    ['PORT', ['0', '65535'], {}],
    ['DATABASE_URL', ['postgres://h', 'postgres://u:p%40@[::1]:5432/db?sslmode=require'], {}],
    ['MARKET_CLOCK', ['2005-01-01T00:00Z', '2035-12-31T23:59:59Z', '2026-03-02', 'open'], {}],
    ['MARKET_SPEED', ['0', '0.000001', '10000'], simulated],
    ['MARKET_SPEED', ['1'], {}],
    ['MARKET_TICK_MS', ['10', '60000'], {}],
    ['MARKET_SEED', ['0', '340282366920938463463374607431768211455', 'random'], {}],
    ['INITIAL_CASH', ['0', '0.01', '1000000000000'], {}],
    ['RATE_LIMIT', ['other=1/1', 'orders=1000000/1000000'], {}],
    ['SANDBOX_KEY', ['x'.repeat(16), '!'.repeat(256)], { SANDBOX: 'on' }],
  ])('%s may be each of %j', (variable, values, env) => {
    for (const value of values) expect(faultLines({ ...env, [variable]: value })).toEqual([])
  })

  test.each<[string, readonly string[], Environment]>([
    ['HOST', ['localhost:3000', 'http://localhost', '256.0.0.1', '-x', ' '], {}],
    ['PORT', ['65536', '-1', '3000.0', '0x10', ' 3000', 'http'], {}],
    ['DATABASE_URL', ['mysql://h/db', 'h:5432', 'postgres://', 'postgres://h:99999/db'], {}],
    // The path of a socket, a host without a name among several, and another schema.
    ['DATABASE_URL', ['postgres://%2Fvar%2Frun%2Fpostgresql/db', 'postgres://h,,i/db'], {}],
    ['DATABASE_URL', ['postgres://h/db?search_path=paper'], {}],
    ['DATA_DIR', ['memory://', 'idb://paper'], {}],
    ['MARKET_CLOCK', ['now', '2004-12-31T23:59Z', '2036-01-01T00:00Z', '2026-02-30'], {}],
    ['MARKET_SPEED', ['10000.1', '-1', '1e3', '.5', 'fast'], simulated],
    ['MARKET_TICK_MS', ['9', '60001', '100.5'], {}],
    ['MARKET_SEED', ['-1', '340282366920938463463374607431768211456', '1.5', 'lucky'], {}],
    ['MARKET_FEED', ['Replay', 'alive'], {}],
    ['FEED_STALE_MS', ['0', '5000,', '1,2,3', '1.5', '86400001'], {}],
    ['FEED_KEY', ['short', 'a key with spaces in it'], {}],
    ['INITIAL_CASH', ['-1', '0.001', '1000000000000.01', '1e6', '100,000'], {}],
    ['TOKEN_LIFETIME', ['0', '1.5', '-1', '31536001', 'forever'], {}],
    ['PUBLIC_URL', ['paper.example', 'ftp://x', 'https://a?b', 'https://a#b', 'https://'], {}],
    ['PUBLIC_URL', ['https://paper.example/broker'], {}],
    ['CORS_ORIGINS', ['app.example', 'https://a/b', 'https://*', '*,https://a', 'null'], {}],
    ['DURABILITY', ['off'], {}],
    ['STREAM', ['true', 'ON'], {}],
    ['SANDBOX', ['1', 'yes'], {}],
    ['RATE_LIMIT', ['orders=0/1', 'orders=1', 'x=1/1', 'orders=1/1,orders=2/2', 'token=1/1,'], {}],
    ['SANDBOX_KEY', ['x'.repeat(15), 'x'.repeat(257), `${SECRET} `], {}],
    ['PAPER_CLIENT_ID', ['a b', 'x'.repeat(65)], { PAPER_CLIENT_SECRET: SECRET }],
    ['PAPER_CLIENT_SECRET', ['x'.repeat(15), `${SECRET} `], { PAPER_CLIENT_ID: 'bot' }],
  ])('[run.wrong-value] %s may be none of %j', (variable, values, env) => {
    for (const value of values) {
      expect(faultOf({ ...env, [variable]: value })).toStartWith(`${variable}: `)
    }
  })
})

describe('[sandbox.key] [run.sandbox] a sandbox', () => {
  const CLOSED = ['127.0.0.1', '127.3.2.1', '::1', 'localhost', 'LOCALHOST']
  const OPEN = ['0.0.0.0', '::', '192.168.1.7', 'paper.example', 'localhost.example', '127.example']

  test.each(CLOSED)('may be steered with tokens alone on %s', (HOST) => {
    expect(faultLines({ HOST, SANDBOX: 'on' })).toEqual([])
  })

  test.each(OPEN)('needs a SANDBOX_KEY on %s, if others can reach it', (HOST) => {
    expect(faultOf({ HOST, SANDBOX: 'on' })).toStartWith(
      `SANDBOX: on with HOST=${HOST} and no SANDBOX_KEY is not allowed; allowed: on with `,
    )
    expect(faultLines({ HOST, SANDBOX: 'on', SANDBOX_KEY: SECRET })).toEqual([])
    expect(faultLines({ HOST, SANDBOX: 'off' })).toEqual([])
  })
})

describe('[run.reach] others can reach a server', () => {
  const REACHED: readonly Environment[] = [
    { HOST: '0.0.0.0' },
    { PUBLIC_URL: 'https://paper.example' },
    { TRUSTED_PROXIES: '127.0.0.1' },
  ]

  test.each(REACHED)('with %j, so its sandbox and its metrics need their keys', (env) => {
    const [[variable = '', value = ''] = []] = Object.entries(env)
    expect(faultOf({ ...env, SANDBOX: 'on' })).toBe(
      `SANDBOX: on with ${variable}=${value} and no SANDBOX_KEY is not allowed; allowed: on with ` +
        'SANDBOX_KEY, or if others cannot reach the server: HOST is 127.0.0.1, ::1 or ' +
        'localhost, and neither PUBLIC_URL nor TRUSTED_PROXIES is set; or off',
    )
    expect(faultOf({ ...env, METRICS: 'on' })).toStartWith(
      `METRICS: on with ${variable}=${value} and no METRICS_KEY is not allowed; allowed: on with `,
    )
    const keys = { SANDBOX_KEY: SECRET, METRICS_KEY: SECRET }
    expect(faultLines({ ...env, ...keys, SANDBOX: 'on', METRICS: 'on' })).toEqual([])
    expect(faultLines(env)).toEqual([])
  })

  test('not on its own machine without a proxy: there neither needs a key', () => {
    expect(faultLines({ SANDBOX: 'on', METRICS: 'on' })).toEqual([])
  })
})

describe('[run.trusted-proxies] TRUSTED_PROXIES', () => {
  test('is addresses and networks, by commas', () => {
    const proxies = (text: string) => configOf({ TRUSTED_PROXIES: text }).trustedProxies
    expect(proxies('127.0.0.1')).toEqual(['127.0.0.1'])
    expect(proxies('10.0.0.0/8, fd00::/8,::1')).toEqual(['10.0.0.0/8', 'fd00::/8', '::1'])
    expect(proxies('')).toBeNull()
  })

  test.each(['1', 'loopback', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/', '10.0.0.1,,::1', '*'])(
    'is not %j',
    (text) => {
      expect(faultOf({ TRUSTED_PROXIES: text })).toStartWith('TRUSTED_PROXIES: ')
    },
  )
})

describe('a fault of a setting', () => {
  test('is one line with the variable, its value and what is allowed', () => {
    expect(faultOf({ PORT: 'ht\ntp' })).toBe(
      'PORT: "ht\\ntp" is not allowed; allowed: a whole number from 0 (any free port) to 65535',
    )
  })

  test('does not hide the next fault', () => {
    const lines = faultLines({ PORT: 'x', STREAM: 'x', MARKET_SEED: 'x', MARKET_CLOCK: 'x' })
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'PORT',
      'MARKET_CLOCK',
      'MARKET_SEED',
      'STREAM',
    ])
  })

  test('says that the system clock has one speed', () => {
    expect(faultOf({ MARKET_SPEED: '60' })).toContain('MARKET_CLOCK must name the time')
    expect(faultOf({ MARKET_SPEED: '60', MARKET_CLOCK: 'system' })).toContain('system clock')
  })

  test('names the clock alone if only the clock is wrong', () => {
    expect(faultOf({ MARKET_SPEED: '60', MARKET_CLOCK: 'yesterday' })).toStartWith('MARKET_CLOCK:')
  })

  test('names the missing half of a client', () => {
    expect(faultOf({ PAPER_CLIENT_ID: 'bot' })).toStartWith('PAPER_CLIENT_SECRET: unset')
    expect(faultOf({ PAPER_CLIENT_SECRET: SECRET })).toStartWith('PAPER_CLIENT_ID: unset')
  })

  test('names a misspelt MARKET_ or PAPER_ variable, without its value', () => {
    expect(faultOf({ MARKET_SPED: '60' })).toContain('MARKET_SPEED')
    expect(faultOf({ PAPER_CLIENT_SECRTE: SECRET })).not.toContain(SECRET)
  })

  test('shows no secret', () => {
    const short = 'too-short'
    for (const env of [
      { PAPER_CLIENT_ID: 'bot', PAPER_CLIENT_SECRET: short },
      { SANDBOX_KEY: short },
    ]) {
      const fault = faultOf(env)
      expect(fault).toContain('9 characters')
      expect(fault).not.toContain(short)
    }
  })

  test.each([
    'mysql://u:hunter2@h/db',
    'postgres://u:12/hunter2@h/db',
    'postgres://u:12#hunter2@h/db',
    'postgres://u:12?hunter2@h/db',
    'postgres:u:hunter2@h/db',
    'u:hunter2@h/db',
    'hunter2',
  ])('shows no password of the database: %s', (url) => {
    expect(faultOf({ DATABASE_URL: url })).not.toContain('hunter2')
  })
})

describe('the settings printed at the start', () => {
  const lines = (env: Environment): string => describeConfig(configOf(env)).join('\n')

  test('say in words what runs', () => {
    expect(lines({ DATA_DIR: 'memory', ...simulated, MARKET_SPEED: '0' })).toBe(
      [
        'database      embedded, in memory: gone when the server ends',
        'market clock  simulated, from 2026-03-02T23:30:00.000+09:00, standing still',
        'market        simulated, seed 1, a tick every 1000 market ms',
        'client        made at the first start',
        'tokens        live 43200 s',
        'new accounts  start with 100000.00 USD, fills standard@2',
        'rate limits   orders 50/s (burst 100), other 100/s (burst 200), token 5/s (burst 20)',
        'stream        on',
        'sandbox       off',
        'console       on',
      ].join('\n'),
    )
  })

  test('[run.durability] say what relaxed means, and nothing of fsync', () => {
    const relaxed = 'relaxed: a power loss can lose answered orders'
    expect(lines({ DURABILITY: 'relaxed' })).toContain(relaxed)
    for (const env of [{}, { DURABILITY: 'fsync' }]) expect(lines(env)).not.toContain('relaxed')
  })

  test('show neither a password nor a secret', () => {
    const shown = lines({
      DATABASE_URL: 'postgres://paper:hunter2@db:5432/paper?password=hunter2',
      PAPER_CLIENT_ID: 'bot',
      PAPER_CLIENT_SECRET: SECRET,
      SANDBOX: 'on',
      SANDBOX_KEY: `key${SECRET}`,
    })
    expect(shown).toContain('sandbox       on, with a key')
    expect(shown).toContain('postgres://paper:…@db:5432/paper\n')
    expect(shown).toContain('client        bot\n')
    expect(shown).not.toContain('hunter2')
    expect(shown).not.toContain(SECRET)
  })
})

describe('the cell', () => {
  const keyed = { PAPER_CLIENT_SECRET: SECRET }

  test('[run.cell] has a name of 1 to 8 small letters and digits, or none', () => {
    expect(configOf({}).cell).toBeNull()
    expect(configOf({ CELL: 'eu1' }).cell).toBe('eu1')
    for (const CELL of ['A', 'a_b', 'a.b', 'ninechars', 'é']) {
      expect(faultOf({ CELL })).toBe(
        `CELL: "${CELL}" is not allowed; allowed: 1 to 8 small letters and digits`,
      )
    }
  })

  test('[run.cell-seen] is shown at the start', () => {
    expect(describeConfig(configOf({ CELL: 'a' }))).toContain('cell          a')
    expect(describeConfig(configOf({})).join('\n')).not.toContain('cell')
  })

  test('[run.cell-client] is in the id of its first client', () => {
    const named = { ...keyed, CELL: 'a', PAPER_CLIENT_ID: 'pk_test_a_1' }
    expect(configOf(named).clientId).toBe('pk_test_a_1')
    expect(faultOf({ ...named, PAPER_CLIENT_ID: 'pk_test_ab_1' })).toBe(
      'PAPER_CLIENT_ID: "pk_test_ab_1" is not allowed; allowed: an id that begins with ' +
        'pk_test_a_, since CELL is a',
    )
  })
})

describe('live and recorded prices', () => {
  const live = { MARKET_FEED: 'live', FEED_KEY: 'a-key-of-sixteen' }
  const recorded = {
    MARKET_FEED: 'recorded',
    FEED_FILE: 'day.jsonl',
    MARKET_CLOCK: '2026-03-02T09:30-05:00',
  }

  test('[live.stale] are stale after one time in REGULAR and another elsewhere', () => {
    const { feedStaleMs } = configOf(live)
    expect(feedStaleMs).toEqual({ regular: 5_000, other: 60_000 })
    const stale = (FEED_STALE_MS: string) => configOf({ ...live, FEED_STALE_MS }).feedStaleMs
    expect(stale('900')).toEqual({ regular: 900, other: 900 })
    expect(stale('900,70000')).toEqual({ regular: 900, other: 70_000 })
    expect(describeConfig(configOf(live))).toContainEqual(
      'market        live, stale after 5000 ms, 60000 outside REGULAR, a tick every 1000 market ms',
    )
  })

  test('[live.clock] live ones go by the system clock, recorded ones by a simulated one', () => {
    expect(faultOf({ ...live, MARKET_CLOCK: '2026-03-02T09:30-05:00' })).toBe(
      'MARKET_FEED: live with a simulated clock is not allowed; allowed: live with ' +
        'MARKET_CLOCK=system',
    )
    expect(faultOf({ ...live, MARKET_CLOCK: 'open' })).toContain('MARKET_CLOCK=system')
    expect(configOf(recorded)).toMatchObject({ feed: 'recorded', feedFile: 'day.jsonl' })
    expect(faultOf({ ...recorded, MARKET_CLOCK: 'system' })).toContain('starts within')
  })

  test('[live.ingest] need a key, or a file, and no other market takes them', () => {
    expect(faultOf({ MARKET_FEED: 'live' })).toContain('FEED_KEY: unset is not allowed')
    expect(faultOf({ ...recorded, FEED_FILE: '' })).toContain('FEED_FILE: unset')
    expect(faultOf({ FEED_FILE: 'day.jsonl' })).toContain('set with MARKET_FEED=simulated')
    expect(faultLines({ ...live, FEED_KEY: 'secret' }).join()).not.toContain('secret')
  })
})
