/**
 * `bun run bench:growth`: whether a tick costs what it carries out however many orders wait, a page
 * what it shows however much has happened, and how fast very many orders are filled.
 */
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { monotonicNowMs } from '../src/market/clock'
import { seed } from './databases'
import { atOnce } from './growth/at-once'
import { LIFE_OPTIONS, type Life, longLife } from './growth/long-life'
import { pages, READERS } from './growth/pages'
import { ticks } from './growth/ticks'
import { triggers } from './growth/triggers'
import { helpWith } from './help'
import { ACCOUNTS } from './market'

const USAGE = `usage: bun run bench:growth [ticks|triggers|once|pages …] [--rounds N] [--waiting N]
                            [--rows N] [--accounts N]

  ticks       a tick that fills 1,000 orders, if 10, 10,000 and --waiting other orders wait
  triggers    a tick that triggers 1,000 stops, if 10,000 and --waiting other stops wait
  once        100,000 orders that one tick fills, beside COPY of the same rows
  pages       pages of 100 orders and fills, beside 10,000 and --rows rows of history

  --rounds    how often the sides take turns (8)
  --waiting   orders or stops that wait (1000000)
  --rows      history: orders that are done, their fills and their events (10000000)
  --accounts  accounts that the history is of (10000)

All of them unless named. It wants a PostgreSQL server on this machine, which
\`bash .ci/postgres -- bun run bench:growth\` brings. The pages fill some
5 GB and take a quarter of an hour.`

helpWith(USAGE)
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '8' },
    ...LIFE_OPTIONS,
  },
})

function end(fault: string): never {
  console.error(fault)
  process.exit(2)
}

const PARTS = ['ticks', 'triggers', 'once', 'pages']
const unknown = positionals.find((name) => !PARTS.includes(name))
if (unknown !== undefined) end(`${unknown} is none of ${PARTS.join(', ')}`)
const isAsked = (part: string): boolean => positionals.length === 0 || positionals.includes(part)
const serverUrl = process.env.BENCH_DATABASE_URL ?? process.env.DATABASE_URL
if (serverUrl === undefined) {
  end('BENCH_DATABASE_URL names no server; `bash .ci/postgres -- bun run bench:growth`')
}
const rounds = Number(values.rounds)
const say = (line: string): void =>
  console.error(`${(monotonicNowMs() / 1_000).toFixed(0).padStart(5)} s  ${line}`)
const print = (lines: readonly string[]): void => console.log(`${lines.join('\n')}\n`)

/** A database with that life, and its address. */
async function lived(server: string, name: string, life: Life): Promise<string> {
  const url = new URL(server)
  url.pathname = `/${name}`
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  await admin`create database ${admin(name)}`
  await admin.end()
  await seed({ kind: 'server', url: url.href })
  const client = postgres(url.href, { max: 1, onnotice: () => {} })
  for (const text of longLife(life)) {
    await client.unsafe(text)
    say(`${name}: ${text.slice(0, 40).split('\n')[0]} …`)
  }
  await client.end()
  return url.href
}

if (isAsked('ticks')) {
  print(await ticks(serverUrl, [10, 10_000, Number(values.waiting)], rounds, say))
}
if (isAsked('triggers')) {
  print(await triggers(serverUrl, [10_000, Number(values.waiting)], rounds, say))
}
if (isAsked('once')) print([await atOnce(serverUrl, say)])
if (isAsked('pages')) {
  const [small, large] = ['small', 'large'].map((size) => `bench_pages_${process.pid}_${size}`)
  if (small === undefined || large === undefined) throw new Error('two names')
  const accounts = Number(values.accounts)
  const few: Life = { accounts: ACCOUNTS, traded: READERS, waiting: 10, rows: 10_000 }
  const many: Life = {
    accounts,
    traded: accounts,
    waiting: Number(values.waiting),
    rows: Number(values.rows),
  }
  const urls = {
    small: await lived(serverUrl, small, few),
    large: await lived(serverUrl, large, many),
  }
  print(await pages({ ...urls, accounts, rounds }, say))
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} })
  for (const name of [small, large]) await admin`drop database ${admin(name)} with (force)`
  await admin.end()
}
process.exit(0)
