table accounts
  account_id text collate "C" not null
  cash numeric(30,12) not null
  created_at timestamp(3) with time zone not null
  fill_profile text not null default 'ideal@1'::text
  has_conditional_orders boolean not null default false
  held_cash numeric(30,12) not null
  initial_cash numeric(30,12) not null
  label text
  last_event_at timestamp(3) with time zone
  locked_at timestamp(3) with time zone
  seq integer not null
  user_id text collate "C" not null
  version bigint not null default 0
  constraint accounts_cash_covers_holds CHECK ((((0)::numeric <= held_cash) AND (held_cash <= cash)))
  constraint accounts_fill_profile CHECK ((fill_profile = ANY (ARRAY['ideal@1'::text, 'standard@2'::text, 'strict@2'::text])))
  constraint accounts_pkey PRIMARY KEY (account_id)
  constraint accounts_seq CHECK ((seq >= 0))
  constraint accounts_user_id_users_user_id_fk FOREIGN KEY (user_id) REFERENCES users(user_id)
  CREATE INDEX accounts_of_user ON public.accounts USING btree (user_id)

table adjustments
  account_id text collate "C" not null
  amount numeric(30,12) not null
  at timestamp(3) with time zone not null
  cash numeric(30,12) not null
  kind text not null
  number integer not null
  quantity numeric(20,6) not null
  seq integer not null
  symbol text collate "C"
  constraint adjustments_account_id_accounts_account_id_fk FOREIGN KEY (account_id) REFERENCES accounts(account_id)
  constraint adjustments_account_id_number_pk PRIMARY KEY (account_id, number)
  constraint adjustments_cash_or_shares CHECK (((symbol IS NULL) = (quantity = (0)::numeric)))
  constraint adjustments_kind CHECK ((kind = ANY (ARRAY['RESET'::text, 'CASH'::text])))
  constraint adjustments_symbol_instruments_symbol_fk FOREIGN KEY (symbol) REFERENCES instruments(symbol)

table asked_symbols
  asked_at timestamp(3) with time zone not null
  symbol text collate "C" not null
  constraint asked_symbols_pkey PRIMARY KEY (symbol)
  constraint asked_symbols_symbol_instruments_symbol_fk FOREIGN KEY (symbol) REFERENCES instruments(symbol)

table bars
  close numeric(20,6) not null
  high numeric(20,6) not null
  interval text not null
  low numeric(20,6) not null
  open numeric(20,6) not null
  starts_at timestamp(3) with time zone not null
  symbol text collate "C" not null
  volume numeric(20,6) not null
  constraint bars_interval CHECK (("interval" = ANY (ARRAY['1m'::text, '1d'::text])))
  constraint bars_prices CHECK ((((0)::numeric < low) AND (low <= open) AND (low <= close) AND (open <= high) AND (close <= high)))
  constraint bars_symbol_instruments_symbol_fk FOREIGN KEY (symbol) REFERENCES instruments(symbol)
  constraint bars_symbol_interval_starts_at_pk PRIMARY KEY (symbol, "interval", starts_at)
  constraint bars_volume CHECK ((volume >= (0)::numeric))

table cell
  name text not null
  only boolean not null default true
  constraint cell_only CHECK ("only")
  constraint cell_pkey PRIMARY KEY ("only")

table client_accounts
  account_id text collate "C" not null
  client_id text collate "C" not null
  constraint client_accounts_account_id_accounts_account_id_fk FOREIGN KEY (account_id) REFERENCES accounts(account_id)
  constraint client_accounts_client_id_account_id_pk PRIMARY KEY (client_id, account_id)
  constraint client_accounts_client_id_clients_client_id_fk FOREIGN KEY (client_id) REFERENCES clients(client_id)

table clients
  client_id text collate "C" not null
  created_at timestamp(3) with time zone not null
  disabled_at timestamp(3) with time zone
  kind text not null default 'API'::text
  label text
  last_used_at timestamp(3) with time zone
  scope text not null
  secret_hash text not null
  user_id text collate "C" not null
  constraint clients_kind CHECK ((kind = ANY (ARRAY['API'::text, 'CONSOLE'::text])))
  constraint clients_pkey PRIMARY KEY (client_id)
  constraint clients_scope CHECK ((scope = ANY (ARRAY['TRADE'::text, 'READ_ONLY'::text])))
  constraint clients_user_id_users_user_id_fk FOREIGN KEY (user_id) REFERENCES users(user_id)
  CREATE INDEX clients_of_user ON public.clients USING btree (user_id)

table conditional_events
  account_id text collate "C" not null
  children integer not null
  client_id text collate "C"
  client_order_id text collate "C" not null
  filled_quantity numeric(20,6) not null
  group_id text collate "C" not null
  group_seq integer not null
  held_cash numeric(30,12) not null
  held_price numeric(20,6)
  held_quantity numeric(20,6) not null
  hold_price numeric(20,6)
  leg text not null
  limit_offset numeric(20,6)
  limit_price numeric(20,6)
  mark numeric(20,6)
  order_id text collate "C"
  quantity numeric(20,6) not null
  reason text
  requested_at timestamp(3) with time zone not null
  seq integer not null
  sessions text not null
  side text not null
  status text not null
  stop_price numeric(20,6)
  symbol text collate "C" not null
  time_in_force text not null
  trail_amount numeric(20,6)
  trail_percent numeric(6,4)
  trigger_by text not null
  trigger_price numeric(20,6)
  triggered_at timestamp(3) with time zone
  type text not null
  updated_at timestamp(3) with time zone not null
  valid_until timestamp(3) with time zone not null
  watched_after timestamp(3) with time zone not null
  constraint conditional_events_account_id_seq_pk PRIMARY KEY (account_id, seq)

table conditional_legs
  account_id text collate "C" not null
  children integer not null
  client_id text collate "C"
  client_order_id text collate "C" not null
  filled_quantity numeric(20,6) not null
  group_id text collate "C" not null
  held_cash numeric(30,12) not null
  held_price numeric(20,6)
  held_quantity numeric(20,6) not null
  hold_price numeric(20,6)
  leg text not null
  limit_offset numeric(20,6)
  limit_price numeric(20,6)
  mark numeric(20,6)
  order_id text collate "C"
  quantity numeric(20,6) not null
  reason text
  requested_at timestamp(3) with time zone not null
  seq integer not null
  sessions text not null
  side text not null
  status text not null
  stop_price numeric(20,6)
  symbol text collate "C" not null
  time_in_force text not null
  trail_amount numeric(20,6)
  trail_percent numeric(6,4)
  trigger_by text not null
  trigger_price numeric(20,6)
  triggered_at timestamp(3) with time zone
  type text not null
  updated_at timestamp(3) with time zone not null
  valid_until timestamp(3) with time zone not null
  watched_after timestamp(3) with time zone not null
  constraint conditional_legs_account_id_group_id_leg_pk PRIMARY KEY (account_id, group_id, leg)
  constraint conditional_legs_client_order_id UNIQUE (client_order_id, account_id, leg)
  constraint conditional_legs_filled CHECK (((quantity > (0)::numeric) AND ((filled_quantity >= (0)::numeric) AND (filled_quantity <= quantity)) AND ((filled_quantity = quantity) = (status = 'FILLED'::text))))
  constraint conditional_legs_hold CHECK ((((held_cash = (0)::numeric) AND (held_quantity = (0)::numeric)) OR (status = 'ARMED'::text)))
  constraint conditional_legs_leg CHECK ((leg = ANY (ARRAY['SINGLE'::text, 'ENTRY'::text, 'TAKE_PROFIT'::text, 'STOP_LOSS'::text])))
  constraint conditional_legs_side CHECK ((side = ANY (ARRAY['BUY'::text, 'SELL'::text])))
  constraint conditional_legs_status CHECK ((status = ANY (ARRAY['PENDING'::text, 'ARMED'::text, 'TRIGGERED'::text, 'FILLED'::text, 'CANCELED'::text, 'EXPIRED'::text, 'REJECTED'::text])))
  constraint conditional_legs_time_in_force CHECK ((time_in_force = ANY (ARRAY['DAY'::text, 'GTC'::text])))
  constraint conditional_legs_trail CHECK ((((mark IS NULL) OR (type = 'TRAILING_STOP'::text)) AND ((type = 'TRAILING_STOP'::text) = (num_nonnulls(trail_amount, trail_percent) = 1)) AND ((limit_offset IS NULL) OR (type = 'TRAILING_STOP'::text)) AND ((stop_price IS NULL) = ((type = ANY (ARRAY['LIMIT'::text, 'MARKET'::text])) OR ((type = 'TRAILING_STOP'::text) AND (mark IS NULL)))) AND ((mark IS NOT NULL) OR (type <> 'TRAILING_STOP'::text) OR (status = ANY (ARRAY['PENDING'::text, 'CANCELED'::text])))))
  constraint conditional_legs_trigger_by CHECK ((trigger_by = ANY (ARRAY['LAST'::text, 'BID_ASK'::text])))
  constraint conditional_legs_type CHECK ((type = ANY (ARRAY['STOP'::text, 'STOP_LIMIT'::text, 'TRAILING_STOP'::text, 'LIMIT'::text, 'MARKET'::text])))
  CREATE INDEX conditional_legs_open ON public.conditional_legs USING btree (account_id, group_id) WHERE (status = ANY (ARRAY['PENDING'::text, 'ARMED'::text, 'TRIGGERED'::text]))

table console_sessions
  created_at timestamp(3) with time zone not null
  last_used_at timestamp(3) with time zone not null
  session_hash text not null
  user_id text collate "C" not null
  constraint console_sessions_pkey PRIMARY KEY (session_hash)
  constraint console_sessions_user_id_users_user_id_fk FOREIGN KEY (user_id) REFERENCES users(user_id)
  CREATE INDEX console_sessions_of_user ON public.console_sessions USING btree (user_id)

table fills
  account_id text collate "C" not null
  client_order_id text collate "C"
  fill_id text collate "C" not null
  fill_profile text not null default 'ideal@1'::text
  filled_at timestamp(3) with time zone not null
  order_id text collate "C" not null
  price numeric(20,6) not null
  quantity numeric(20,6) not null
  session text not null
  side text not null
  symbol text collate "C" not null
  constraint fills_account_id_fill_id_pk PRIMARY KEY (account_id, fill_id)
  constraint fills_fill_profile CHECK ((fill_profile = ANY (ARRAY['ideal@1'::text, 'standard@2'::text, 'strict@2'::text, 'standard@1'::text, 'strict@1'::text, 'forced@1'::text])))
  constraint fills_one_per_execution UNIQUE (account_id, order_id, filled_at)
  constraint fills_positive CHECK (((quantity > (0)::numeric) AND (price > (0)::numeric)))
  CREATE INDEX fills_by_symbol ON public.fills USING btree (symbol, account_id, fill_id)

table forced_faults
  client_id text collate "C"
  code text
  delay_ms integer
  fault_id text collate "C" not null
  hits integer not null default 0
  kind text not null
  messages text
  moment text
  ordinal integer not null
  retry_after_seconds integer
  route text
  seed bigint not null default 0
  seen integer not null default 0
  share double precision
  status integer
  times integer
  token_end text
  constraint forced_faults_hits CHECK (((0 <= hits) AND (hits <= seen)))
  constraint forced_faults_kind CHECK ((kind = ANY (ARRAY['answer'::text, 'delay'::text, 'cut'::text, 'stream-cut'::text, 'stream-delay'::text, 'token'::text, 'client-disabled'::text])))
  constraint forced_faults_pkey PRIMARY KEY (fault_id)

table forced_orders
  account_id text collate "C" not null
  order_id text collate "C" not null
  outcome_id text collate "C" not null
  parts text not null
  price numeric(20,6)
  rest text not null
  stands boolean not null
  constraint forced_orders_account_id_order_id_pk PRIMARY KEY (account_id, order_id)
  CREATE INDEX forced_orders_standing ON public.forced_orders USING btree (account_id) WHERE stands

table forced_outcomes
  account_id text collate "C"
  client_id text collate "C"
  client_order_id text collate "C"
  code text
  hits integer not null default 0
  kind text not null
  last_miss text
  leg text
  misses integer not null default 0
  ordinal integer not null
  outcome_id text collate "C" not null
  parts text
  price numeric(20,6)
  race text
  rest text
  side text
  status text
  symbol text collate "C"
  times integer
  constraint forced_outcomes_hits CHECK (((hits >= 0) AND (misses >= 0)))
  constraint forced_outcomes_kind CHECK ((kind = ANY (ARRAY['fill'::text, 'reject'::text, 'end'::text, 'hold'::text, 'loseCancel'::text])))
  constraint forced_outcomes_pkey PRIMARY KEY (outcome_id)

table health_probe
  only boolean not null default true
  probed_at timestamp(3) with time zone not null
  constraint health_probe_only CHECK ("only")
  constraint health_probe_pkey PRIMARY KEY ("only")

table holdings
  account_id text collate "C" not null
  held_quantity numeric(20,6) not null
  purchase_amount numeric(30,12) not null
  quantity numeric(20,6) not null
  symbol text collate "C" not null
  constraint holdings_account_id_accounts_account_id_fk FOREIGN KEY (account_id) REFERENCES accounts(account_id)
  constraint holdings_account_id_symbol_pk PRIMARY KEY (account_id, symbol)
  constraint holdings_purchase_amount CHECK ((purchase_amount >= (0)::numeric))
  constraint holdings_quantity_covers_holds CHECK ((((0)::numeric <= held_quantity) AND (held_quantity <= quantity)))
  constraint holdings_symbol_instruments_symbol_fk FOREIGN KEY (symbol) REFERENCES instruments(symbol)

table instrument_changes
  changed_at timestamp(6) with time zone not null
  day_market_tradable_before boolean not null
  symbol text collate "C" not null
  tradable_before text not null
  constraint instrument_changes_symbol_changed_at_pk PRIMARY KEY (symbol, changed_at)
  constraint instrument_changes_symbol_instruments_symbol_fk FOREIGN KEY (symbol) REFERENCES instruments(symbol)
  constraint instrument_changes_tradable CHECK ((tradable_before = ANY (ARRAY['TRADABLE'::text, 'SELL_ONLY'::text, 'BUY_ONLY'::text, 'SUSPENDED'::text])))

table instrument_models
  annual_volatility double precision not null
  beta double precision not null
  daily_volume double precision not null
  follows text
  groups text
  reference_price numeric(20,6) not null
  symbol text collate "C" not null
  constraint instrument_models_pkey PRIMARY KEY (symbol)
  constraint instrument_models_positive CHECK (((reference_price > (0)::numeric) AND (annual_volatility > (0)::double precision) AND (daily_volume > (0)::double precision)))
  constraint instrument_models_symbol_instruments_symbol_fk FOREIGN KEY (symbol) REFERENCES instruments(symbol)

table instruments
  day_market_tradable boolean not null
  exchange text not null
  name text not null
  name_ko text
  sector text
  symbol text collate "C" not null
  tradable text not null
  type text not null
  constraint instruments_pkey PRIMARY KEY (symbol)
  constraint instruments_tradable CHECK ((tradable = ANY (ARRAY['TRADABLE'::text, 'SELL_ONLY'::text, 'BUY_ONLY'::text, 'SUSPENDED'::text])))
  constraint instruments_type CHECK ((type = ANY (ARRAY['COMMON_STOCK'::text, 'PREFERRED_STOCK'::text, 'DR'::text, 'ETF'::text])))

table liquidity_uses
  account_id text collate "C" not null
  as_of timestamp(3) with time zone not null
  quantity numeric(20,6) not null
  side text not null
  source text not null
  symbol text collate "C" not null
  constraint liquidity_uses_account_id_accounts_account_id_fk FOREIGN KEY (account_id) REFERENCES accounts(account_id)
  constraint liquidity_uses_account_id_symbol_side_source_pk PRIMARY KEY (account_id, symbol, side, source)
  constraint liquidity_uses_quantity CHECK ((quantity >= (0)::numeric))
  constraint liquidity_uses_side CHECK ((side = ANY (ARRAY['BUY'::text, 'SELL'::text])))
  constraint liquidity_uses_source CHECK ((source = ANY (ARRAY['FOOTPRINT'::text, 'OPG'::text, 'CLS'::text])))
  constraint liquidity_uses_symbol_instruments_symbol_fk FOREIGN KEY (symbol) REFERENCES instruments(symbol)

table live_facts
  key text collate "C" not null
  line text not null
  taken_at timestamp(3) with time zone not null
  constraint live_facts_pkey PRIMARY KEY (key)

table live_prices
  changed_in xid8 not null default pg_current_xact_id()
  lines text not null
  ordinal integer not null
  server text collate "C" not null
  taken_at timestamp(3) with time zone not null
  constraint live_prices_server_ordinal_pk PRIMARY KEY (server, ordinal)
  CREATE INDEX live_prices_changes ON public.live_prices USING btree (changed_in)

table market_controls
  halted_at timestamp(3) with time zone
  only boolean not null default true
  constraint market_controls_only CHECK ("only")
  constraint market_controls_pkey PRIMARY KEY ("only")

table market_progress
  carried_to timestamp(3) with time zone not null
  only boolean not null default true
  constraint market_progress_only CHECK ("only")
  constraint market_progress_pkey PRIMARY KEY ("only")

table market_settings
  feed text not null
  only boolean not null default true
  seed numeric(39,0) not null
  seed_drawn boolean not null
  tick_ms integer not null
  constraint market_settings_only CHECK ("only")
  constraint market_settings_pkey PRIMARY KEY ("only")

table matcher_lease
  carried_to timestamp(3) with time zone
  holder text
  only boolean not null default true
  renewed_at timestamp(3) with time zone not null
  term integer not null
  constraint matcher_lease_only CHECK ("only")
  constraint matcher_lease_pkey PRIMARY KEY ("only")

table missed_triggers
  account_id text collate "C" not null
  ask_price numeric(20,6)
  at timestamp(3) with time zone not null
  bid_price numeric(20,6)
  group_id text collate "C" not null
  last_price numeric(20,6)
  leg text not null
  symbol text collate "C" not null
  constraint missed_triggers_account_id_group_id_leg_at_pk PRIMARY KEY (account_id, group_id, leg, at)

table order_events
  account_id text collate "C" not null
  fill_id text collate "C"
  filled_amount numeric(30,12) not null
  filled_quantity numeric(20,6) not null
  occurred_at timestamp(3) with time zone not null
  order_id text collate "C" not null
  seq integer not null
  status text not null
  version bigint
  constraint order_events_account_id_seq_pk PRIMARY KEY (account_id, seq)
  constraint order_events_status CHECK ((status = ANY (ARRAY['SUBMITTED'::text, 'PARTIALLY_FILLED'::text, 'PENDING_CANCEL'::text, 'FILLED'::text, 'CANCELED'::text, 'EXPIRED'::text, 'REJECTED'::text, 'PENDING'::text, 'ARMED'::text, 'TRIGGERED'::text])))

table orders
  account_id text collate "C" not null
  cancel_reason text
  cancel_requested_at timestamp(3) with time zone
  client_order_id text collate "C" not null
  filled_amount numeric(30,12) not null
  filled_quantity numeric(20,6) not null
  held_cash numeric(30,12) not null
  hold_price numeric(20,6)
  limit_price numeric(20,6)
  order_id text collate "C" not null
  order_type text not null
  quantity numeric(20,6) not null
  queue_ahead numeric(20,6) not null default 0
  queue_moved_at timestamp(3) with time zone
  reject_reason text
  replaced_by text collate "C"
  replaces text collate "C"
  requested_at timestamp(3) with time zone not null
  seq integer not null
  session text not null
  side text not null
  sizing text
  status text not null
  symbol text collate "C" not null
  time_in_force text not null
  updated_at timestamp(3) with time zone not null
  valid_until timestamp(3) with time zone not null
  constraint orders_account_id_order_id_pk PRIMARY KEY (account_id, order_id)
  constraint orders_cancel_reason CHECK (((cancel_reason IS NULL) OR ((status = 'CANCELED'::text) AND (cancel_reason = ANY (ARRAY['insufficient-buying-power'::text, 'amended'::text, 'holding-closed'::text])))))
  constraint orders_client_order_id UNIQUE (client_order_id, account_id)
  constraint orders_filled CHECK ((((filled_quantity >= (0)::numeric) AND (filled_quantity <= quantity)) AND ((filled_quantity = quantity) = (status = 'FILLED'::text))))
  constraint orders_hold CHECK (((held_cash >= (0)::numeric) AND ((held_cash = (0)::numeric) OR (status = ANY (ARRAY['SUBMITTED'::text, 'PARTIALLY_FILLED'::text, 'PENDING_CANCEL'::text])))))
  constraint orders_limit_price CHECK ((((limit_price IS NOT NULL) = (order_type = 'LIMIT'::text)) AND ((limit_price IS NULL) OR (limit_price > (0)::numeric))))
  constraint orders_order_type CHECK ((order_type = ANY (ARRAY['MARKET'::text, 'LIMIT'::text])))
  constraint orders_quantity CHECK ((quantity > (0)::numeric))
  constraint orders_reject_reason CHECK (((reject_reason IS NOT NULL) = (status = 'REJECTED'::text)))
  constraint orders_replaced_by CHECK (((replaced_by IS NOT NULL) = COALESCE((cancel_reason = 'amended'::text), false)))
  constraint orders_session CHECK ((session = ANY (ARRAY['PRE'::text, 'REGULAR'::text, 'AFTER'::text, 'DAY'::text, 'CLOSED'::text])))
  constraint orders_side CHECK ((side = ANY (ARRAY['BUY'::text, 'SELL'::text])))
  constraint orders_status CHECK ((status = ANY (ARRAY['SUBMITTED'::text, 'PARTIALLY_FILLED'::text, 'PENDING_CANCEL'::text, 'FILLED'::text, 'CANCELED'::text, 'EXPIRED'::text, 'REJECTED'::text])))
  constraint orders_time_in_force CHECK ((time_in_force = ANY (ARRAY['DAY'::text, 'IOC'::text, 'FOK'::text, 'OPG'::text, 'CLS'::text])))
  CREATE INDEX orders_closed_by_account ON public.orders USING btree (account_id, order_id) WHERE (NOT (status = ANY (ARRAY['SUBMITTED'::text, 'PARTIALLY_FILLED'::text, 'PENDING_CANCEL'::text])))
  CREATE INDEX orders_closed_by_symbol ON public.orders USING btree (symbol, account_id, order_id) WHERE (NOT (status = ANY (ARRAY['SUBMITTED'::text, 'PARTIALLY_FILLED'::text, 'PENDING_CANCEL'::text])))
  CREATE INDEX orders_open_by_account ON public.orders USING btree (account_id, order_id, symbol) WHERE (status = ANY (ARRAY['SUBMITTED'::text, 'PARTIALLY_FILLED'::text, 'PENDING_CANCEL'::text]))

table pinned_quotes
  ask_price numeric(20,6) not null
  ask_size numeric(20,6) not null
  bid_price numeric(20,6) not null
  bid_size numeric(20,6) not null
  changed_in xid8 not null default pg_current_xact_id()
  pinned_at timestamp(6) with time zone not null
  released_at timestamp(6) with time zone
  symbol text collate "C" not null
  constraint pinned_quotes_prices CHECK ((((0)::numeric < bid_price) AND (bid_price <= ask_price)))
  constraint pinned_quotes_sizes CHECK (((bid_size >= (0)::numeric) AND (ask_size >= (0)::numeric)))
  constraint pinned_quotes_symbol_instruments_symbol_fk FOREIGN KEY (symbol) REFERENCES instruments(symbol)
  constraint pinned_quotes_symbol_pinned_at_pk PRIMARY KEY (symbol, pinned_at)
  CREATE INDEX pinned_quotes_changes ON public.pinned_quotes USING btree (changed_in)
  CREATE INDEX pinned_quotes_standing ON public.pinned_quotes USING btree (symbol) WHERE (released_at IS NULL)

table sign_in_codes
  code_hash text not null
  expires_at timestamp(3) with time zone not null
  user_id text collate "C" not null
  constraint sign_in_codes_pkey PRIMARY KEY (code_hash)
  constraint sign_in_codes_user_id_users_user_id_fk FOREIGN KEY (user_id) REFERENCES users(user_id)

table tokens
  client_id text collate "C" not null
  expires_at timestamp(3) with time zone not null
  issued_at timestamp(3) with time zone not null
  revoked_at timestamp(3) with time zone
  session_hash text
  token_hash text not null
  constraint tokens_client_id_clients_client_id_fk FOREIGN KEY (client_id) REFERENCES clients(client_id)
  constraint tokens_pkey PRIMARY KEY (token_hash)
  constraint tokens_session_hash_console_sessions_session_hash_fk FOREIGN KEY (session_hash) REFERENCES console_sessions(session_hash) ON DELETE CASCADE
  CREATE INDEX tokens_expiry ON public.tokens USING btree (expires_at)
  CREATE INDEX tokens_of_client ON public.tokens USING btree (client_id, expires_at)
  CREATE INDEX tokens_of_session ON public.tokens USING btree (session_hash) WHERE (session_hash IS NOT NULL)

table users
  created_at timestamp(3) with time zone not null
  name text not null
  operator boolean not null default false
  password_hash text
  user_id text collate "C" not null
  constraint users_pkey PRIMARY KEY (user_id)
