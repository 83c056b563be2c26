/**
 * The same orders as one transaction each, the way a server without a desk would do it:
 * PostgreSQL's own pgbench, over TCP as our server, with prepared statements, into a database of
 * the same schema.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ACCOUNTS, CONNECTIONS, LIMIT_PRICE, SYMBOLS } from './market'

const CLIENT_THREADS = 2

/** It locks, inserts and updates; unlike our server it neither checks nor reads anything else. */
const SCRIPT = `
\\set ordinal random(0, ${ACCOUNTS - 1})
\\set instrument random(1, ${SYMBOLS.length})
begin;
select account_id as account, cash, held_cash + ${LIMIT_PRICE} as held, seq + 1 as seq, locked_at
  from accounts where account_id = 'acc_' || lpad(:ordinal::text, 16, '0') for update \\gset
insert into orders (account_id, order_id, seq, client_order_id, symbol, side, order_type,
    time_in_force, quantity, limit_price, status, filled_quantity, filled_amount, hold_price,
    held_cash, session, requested_at, updated_at, valid_until)
  values (:account, 'ord_' || lpad(:seq::text, 25, '0'), :seq, 'bench-' || lpad(:seq::text, 8, '0'),
    (array['${SYMBOLS.join("','")}'])[:instrument::int], 'BUY', 'LIMIT',
    'DAY', 1, ${LIMIT_PRICE}, 'SUBMITTED', 0, 0, ${LIMIT_PRICE},
    ${LIMIT_PRICE}, 'REGULAR', now(), now(), '2026-03-02T16:00-05:00');
insert into order_events
    (account_id, seq, order_id, status, filled_quantity, filled_amount, occurred_at)
  values (:account, :seq, 'ord_' || lpad(:seq::text, 25, '0'), 'SUBMITTED', 0, 0, now());
update accounts set cash = :cash, held_cash = :held, seq = :seq where account_id = :account;
commit;
`

export interface PgbenchRun {
  readonly url: string
  readonly seconds: number
}

/** Transactions per second, the time for connecting left out. */
export async function pgbench({ url, seconds }: PgbenchRun): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'paper-brokerage-bench.'))
  try {
    const script = join(folder, 'order.sql')
    await writeFile(script, SCRIPT)
    const child = Bun.spawn(
      [
        ...[program(), '--no-vacuum', '--protocol=prepared', `--file=${script}`],
        ...[`--client=${CONNECTIONS}`, `--jobs=${CLIENT_THREADS}`, `--time=${seconds}`],
      ],
      { env: { ...process.env, ...connectionOf(url) }, stdout: 'pipe', stderr: 'pipe' },
    )
    const [output, faults] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    const perSecond = /^tps = ([\d.]+) \(without initial connection time\)/m.exec(output)?.[1]
    const failed = /number of failed transactions: (\d+)/.exec(output)?.[1] ?? '0'
    if ((await child.exited) !== 0 || perSecond === undefined || failed !== '0') {
      throw new Error(`pgbench failed:\n${faults}${output}`)
    }
    return Number(perSecond)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Beside the server's programs, as `.ci/postgres --bin` finds them, or on the PATH. */
function program(): string {
  const { stdout } = Bun.spawnSync(['bash', `${import.meta.dir}/../.ci/postgres`, '--bin'])
  const folder = stdout.toString().trim()
  return folder === '' ? 'pgbench' : join(folder, 'pgbench')
}

/** In the environment, since a command line is for everyone to see. */
function connectionOf(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname } = new URL(url)
  return {
    PGHOST: hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
  }
}
