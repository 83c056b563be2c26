/** An order as one transaction, for pgbench: what group commit is measured against. */
import { ACCOUNTS, LIMIT_PRICE, SYMBOLS } from './market'

/**
 * The way of a server without group commit. It locks, inserts and updates; unlike our server it
 * neither checks nor reads anything else.
 */
export const SIX_ROUND_TRIPS = `
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

/**
 * The best that one transaction for each order can be: everything in one statement, which commits
 * by itself. It checks no more than the one above.
 */
export const ONE_STATEMENT = `
\\set ordinal random(0, ${ACCOUNTS - 1})
\\set instrument random(1, ${SYMBOLS.length})
with account as (
  update accounts set held_cash = held_cash + ${LIMIT_PRICE}, seq = seq + 1
    where account_id = 'acc_' || lpad(:ordinal::text, 16, '0')
    returning account_id, seq),
placed as (
  insert into orders (account_id, order_id, seq, client_order_id, symbol, side, order_type,
      time_in_force, quantity, limit_price, status, filled_quantity, filled_amount, hold_price,
      held_cash, session, requested_at, updated_at, valid_until)
    select account_id, 'ord_' || lpad(seq::text, 25, '0'), seq, 'bench-' || lpad(seq::text, 8, '0'),
      (array['${SYMBOLS.join("','")}'])[:instrument::int], 'BUY', 'LIMIT',
      'DAY', 1, ${LIMIT_PRICE}, 'SUBMITTED', 0, 0, ${LIMIT_PRICE},
      ${LIMIT_PRICE}, 'REGULAR', now(), now(), '2026-03-02T16:00-05:00' from account)
insert into order_events
    (account_id, seq, order_id, status, filled_quantity, filled_amount, occurred_at)
  select account_id, seq, 'ord_' || lpad(seq::text, 25, '0'), 'SUBMITTED', 0, 0, now() from account;
`
