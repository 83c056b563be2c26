/** A database with a long life behind it: many accounts, orders that wait, and history. */
import { ACCOUNTS, CONNECTIONS, STARTS_AT, SYMBOLS } from '../market'

export interface Life {
  readonly accounts: number
  /** The first of them have all the history. */
  readonly traded: number
  readonly waiting: number
  /** Rows of closed orders, their fills and their events. */
  readonly rows: number
}

/** How large a life the command line asks for. */
export const LIFE_OPTIONS = {
  rows: { type: 'string', default: '10000000' },
  waiting: { type: 'string', default: '1000000' },
  accounts: { type: 'string', default: '10000' },
} as const

/** An order that is done has two events and a fill. */
const ROWS_OF_ORDER = 4
const accountId = (ordinal: string): string => `'acc_' || lpad((${ordinal})::text, 16, '0')`
const symbolOf = (ordinal: string): string =>
  `(array['${SYMBOLS.join("','")}'])[(${ordinal}) % ${SYMBOLS.length} + 1]`

/** Every other order sells what the one before has bought, so the books add up. */
export const longLife = (size: Life): readonly string[] => {
  const each = 2 * Math.round(size.rows / ROWS_OF_ORDER / size.traded / 2)
  const history = `generate_series(0, ${size.traded - 1}) as a, generate_series(1, ${each}) as j`
  const at = `'${STARTS_AT}'::timestamptz - interval '200 days' + j * interval '1 hour'`
  const waitsEach = Math.ceil(size.waiting / size.accounts)
  const waiting = `(select n / ${waitsEach} as a, n % ${waitsEach} + 1 as i
    from generate_series(0, ${size.waiting - 1}) as n) as waiting`
  const since = `'${STARTS_AT}'::timestamptz - interval '1 minute'`
  return [
    `insert into accounts (account_id, user_id, initial_cash, cash, held_cash, seq, created_at)
      select ${accountId('a')}, 'usr_bench', 100000000, 100000000, 0, 0, now()
      from generate_series(${ACCOUNTS}, ${size.accounts - 1}) as a`,
    `insert into client_accounts (client_id, account_id)
      select 'pk_test_bench_' || a % ${CONNECTIONS}, ${accountId('a')}
      from generate_series(${ACCOUNTS}, ${size.accounts - 1}) as a`,
    `insert into orders (account_id, order_id, seq, client_order_id, symbol, side, order_type,
        time_in_force, quantity, status, filled_quantity, filled_amount, held_cash, session,
        requested_at, updated_at, valid_until)
      select ${accountId('a')}, 'ord_00H' || lpad(j::text, 9, '0'), 2 * j - 1, 'h-' || j,
        ${symbolOf('a + (j + 1) / 2')}, case j % 2 when 1 then 'BUY' else 'SELL' end, 'MARKET',
        'DAY', 1, 'FILLED', 1, 10, 0, 'REGULAR', ${at}, ${at}, ${at} from ${history}`,
    `insert into order_events (account_id, seq, order_id, status, filled_quantity, filled_amount,
        fill_id, occurred_at)
      select ${accountId('a')}, 2 * j - 1 + done, 'ord_00H' || lpad(j::text, 9, '0'),
        case done when 1 then 'FILLED' else 'SUBMITTED' end, done, 10 * done,
        case done when 1 then 'fil_00H' || lpad(j::text, 9, '0') end, ${at}
      from ${history}, generate_series(0, 1) as done`,
    `insert into fills (account_id, fill_id, order_id, symbol, side, quantity, price, session,
        filled_at, client_order_id)
      select ${accountId('a')}, 'fil_00H' || lpad(j::text, 9, '0'),
        'ord_00H' || lpad(j::text, 9, '0'), ${symbolOf('a + (j + 1) / 2')},
        case j % 2 when 1 then 'BUY' else 'SELL' end, 1, 10, 'REGULAR', ${at},
        'h-' || j from ${history}`,
    `insert into orders (account_id, order_id, seq, client_order_id, symbol, side, order_type,
        time_in_force, quantity, limit_price, status, filled_quantity, filled_amount, hold_price,
        held_cash, session, requested_at, updated_at, valid_until)
      select ${accountId('a')}, 'ord_00W' || lpad(i::text, 9, '0'), ${2 * each} + i, 'w-' || i,
        ${symbolOf('a + i')}, 'BUY', 'LIMIT', 'DAY', 1, 1, 'SUBMITTED', 0, 0, 1, 1, 'REGULAR',
        ${since}, ${since}, '2026-03-02T16:00-05:00' from ${waiting}`,
    `insert into order_events (account_id, seq, order_id, status, filled_quantity, filled_amount,
        occurred_at)
      select account_id, seq, order_id, status, 0, 0, requested_at from orders
      where status = 'SUBMITTED'`,
    'vacuum analyze',
    `update accounts set seq = last.seq, last_event_at = last.at, held_cash = last.held from (
        select account_id, max(seq) as seq, max(requested_at) as at, sum(held_cash) as held
        from (select account_id, seq, requested_at, held_cash from orders
          union all select account_id, seq, occurred_at, 0 from order_events) as changes
        group by 1) as last
      where last.account_id = accounts.account_id`,
    'checkpoint',
  ]
}
