/**
 * Every read of an account and of the market, beside a bare Bun.serve that answers as many bytes,
 * and, if it reads the database, beside its statement alone, run by pgbench.
 */

import { findAccount } from '../../src/ledger/accounts'
import { listFills } from '../../src/ledger/fills'
import { findPortfolio } from '../../src/ledger/holdings'
import { findOrder, listOrders } from '../../src/ledger/orders'
import { type StatementRunner, valuesOf } from '../../src/postgres/statement'
import { play, type Side } from '../contest'
import { httpSide } from '../http-side'
import { CONNECTIONS } from '../market'
import { pgbench } from '../pgbench'
import { bytesOf, startBareServer, startBrokerage } from '../processes'
import { signInAll } from '../requests'
import { type Furnished, furnish } from './furnish'
import type { Bench } from './suite'

/** Reads the same as the server's answer does. */
type Sql = (runner: StatementRunner, furnished: Furnished) => Promise<unknown>

interface Read {
  readonly name: string
  readonly path: (furnished: Furnished) => string
  /** Omitted if it reads no database. */
  readonly sql?: Sql
}

/** There are many of them, and processor time, which is steady, is what they are compared by. */
const SECONDS_MAX = 1
const ROUNDS_MAX = 2

/** As many as the server has connections for reads, more or less. */
const SQL_CLIENTS = 8

const ALL = { symbol: null, from: null, to: null, before: null } as const
const PAGE = 100
const orders: Sql = (runner, { accountId }) =>
  listOrders(runner, { ...ALL, accountId, status: null, limit: PAGE + 1 })
const fills: Sql = (runner, { accountId }) =>
  listFills(runner, { ...ALL, accountId, orderId: null, limit: PAGE + 1 })

const READS: readonly Read[] = [
  {
    name: 'account',
    path: () => '/v1/account',
    sql: (runner, { accountId }) => findPortfolio(runner, accountId),
  },
  {
    name: 'holdings',
    path: () => '/v1/account/holdings',
    sql: (runner, { accountId }) => findPortfolio(runner, accountId),
  },
  {
    name: 'buying power',
    path: () => '/v1/account/buying-power',
    sql: (runner, { accountId }) => findAccount(runner, accountId),
  },
  {
    name: 'one order',
    path: ({ orderId }) => `/v1/orders/${orderId}`,
    sql: (runner, { accountId, orderId }) => findOrder(runner, { accountId, orderId }),
  },
  { name: '100 orders', path: () => `/v1/orders?limit=${PAGE}`, sql: orders },
  { name: '100 fills', path: () => `/v1/orders/fills?limit=${PAGE}`, sql: fills },
  {
    name: '100 candles',
    path: () => '/v1/market/candles?symbol=AAPL&interval=1m&limit=100',
  },
  {
    name: '1,000 candles',
    path: () => '/v1/market/candles?symbol=AAPL&interval=1m&limit=1000',
  },
  {
    name: '1,000 days',
    path: () => '/v1/market/candles?symbol=AAPL&interval=1d&limit=1000',
  },
  { name: 'calendar', path: () => '/v1/market/calendar' },
  { name: 'one instrument', path: () => '/v1/instruments/AAPL' },
]

export async function reads({ databases, postgres, rounds, say }: Bench) {
  const server = await startBrokerage({ DATABASE_URL: databases.ours, DATA_DIR: '' })
  try {
    // All connections are one client's, whose account has a history.
    const [token = ''] = await signInAll(server.origin)
    const tokens = Array.from({ length: CONNECTIONS }, () => token)
    const furnished = await furnish(server.origin, token)
    const played = []
    for (const read of READS) {
      const path = read.path(furnished)
      const request = { path, token, accountId: furnished.accountId }
      const bare = await startBareServer(await bytesOf(server.origin, request))
      try {
        const workload = { kind: 'reads', path, accountId: furnished.accountId } as const
        const sides: [Side, ...Side[]] = [
          httpSide({ name: 'ours', server, workload, tokens, meters: postgres }),
          { ...httpSide({ name: 'bare Bun.serve', server: bare, workload, tokens }), age: 'warm' },
        ]
        if (read.sql !== undefined) {
          const transaction = await textOf(read.sql, furnished)
          const { ours: url } = databases
          sides.push({
            name: 'its SQL alone, by pgbench',
            age: 'warm',
            run: (seconds) =>
              pgbench({ url, transaction, seconds, clients: SQL_CLIENTS, meters: postgres }),
          })
        }
        const short = {
          rounds: Math.min(rounds.rounds, ROUNDS_MAX),
          seconds: Math.min(rounds.seconds, SECONDS_MAX),
        }
        const what = `GET ${path}; ${short.rounds} rounds of ${short.seconds} s`
        const contest = { name: read.name, what, sides }
        played.push(await play(contest, short, say))
      } finally {
        await bare.stop()
      }
    }
    return played
  } finally {
    await server.stop()
  }
}

/** What the server sends to PostgreSQL, with the values written into the text. */
async function textOf(sql: Sql, furnished: Furnished): Promise<string> {
  const texts: string[] = []
  const recorder: StatementRunner = {
    async all(statement, parameters) {
      const values = valuesOf(statement, parameters)
      const written = statement.text.replace(/\$(\d+)/g, (_, index: string) => {
        const value = values[Number(index) - 1] ?? null
        return value === null ? 'null' : `'${value.replaceAll("'", "''")}'`
      })
      texts.push(`${written.replaceAll('\n', ' ')};`)
      return []
    },
  }
  await sql(recorder, furnished)
  return texts.join('\n')
}
