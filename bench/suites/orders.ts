/** Durable orders over HTTP beside pgbench, which makes one transaction of each order. */
import { play, type Side } from '../contest'
import { httpSide } from '../http-side'
import { ACCOUNTS, CONNECTIONS, LIMIT_PRICE, SYMBOLS } from '../market'
import { pgbench } from '../pgbench'
import { startBrokerage } from '../processes'
import { signInAll } from '../requests'
import type { Bench } from './suite'

/**
 * The way a server without a desk would do it. It locks, inserts and updates; unlike our server it
 * neither checks nor reads anything else.
 */
const SIX_ROUND_TRIPS = `
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

export async function orders({ databases, postgres, rounds, say }: Bench) {
  const server = await startBrokerage({ DATABASE_URL: databases.ours, DATA_DIR: '' })
  try {
    let answered = 0
    const ours = httpSide({
      ...{ name: 'ours', server, workload: { kind: 'orders' }, meters: postgres },
      tokens: await signInAll(server.origin),
    })
    const counted: Side = {
      ...ours,
      async run(seconds) {
        const turn = await ours.run(seconds)
        answered += turn.answered
        return turn
      },
    }
    const sixRoundTrips: Side = {
      name: 'pgbench, six round trips',
      run: (seconds) =>
        pgbench({
          url: databases.pgbench,
          transaction: SIX_ROUND_TRIPS,
          seconds,
          meters: postgres,
        }),
    }
    const contest = {
      name: 'orders',
      what:
        `POST /v1/orders: LIMIT buys that rest, ${CONNECTIONS} connections, ` +
        `${ACCOUNTS} accounts; each is answered after its commit, and all are found in the ` +
        'database afterwards',
      sides: [counted, sixRoundTrips],
      settle: databases.settle,
    } as const
    const turns = await play(contest, rounds, say)
    await assertDurable(databases, answered)
    return [turns]
  } finally {
    await server.stop()
  }
}

/** What was answered with 200 is in the database, once, with its event. */
async function assertDurable(databases: Bench['databases'], answered: number): Promise<void> {
  const stored = await databases.ordersIn(databases.ours)
  if (stored !== answered) {
    throw new Error(`${answered} orders were answered, ${stored} are in the database`)
  }
}
