CREATE TABLE "accounts" (
	"account_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"initial_cash" numeric(30, 12) NOT NULL,
	"cash" numeric(30, 12) NOT NULL,
	"held_cash" numeric(30, 12) NOT NULL,
	"seq" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"locked_at" timestamp (3) with time zone,
	CONSTRAINT "accounts_cash_covers_holds" CHECK (0 <= "accounts"."held_cash" and "accounts"."held_cash" <= "accounts"."cash"),
	CONSTRAINT "accounts_seq" CHECK ("accounts"."seq" >= 0)
);
--> statement-breakpoint
CREATE TABLE "client_accounts" (
	"client_id" text COLLATE "C" NOT NULL,
	"account_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "client_accounts_client_id_account_id_pk" PRIMARY KEY("client_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"client_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"secret_hash" text NOT NULL,
	"scope" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	CONSTRAINT "clients_scope" CHECK ("clients"."scope" in ('TRADE', 'READ_ONLY'))
);
--> statement-breakpoint
CREATE TABLE "fills" (
	"account_id" text COLLATE "C" NOT NULL,
	"fill_id" text COLLATE "C" NOT NULL,
	"order_id" text COLLATE "C" NOT NULL,
	"symbol" text COLLATE "C" NOT NULL,
	"side" text NOT NULL,
	"quantity" numeric(20, 6) NOT NULL,
	"price" numeric(20, 6) NOT NULL,
	"session" text NOT NULL,
	"filled_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fills_account_id_fill_id_pk" PRIMARY KEY("account_id","fill_id"),
	CONSTRAINT "fills_one_per_execution" UNIQUE("account_id","order_id","filled_at"),
	CONSTRAINT "fills_positive" CHECK ("fills"."quantity" > 0 and "fills"."price" > 0)
);
--> statement-breakpoint
CREATE TABLE "holdings" (
	"account_id" text COLLATE "C" NOT NULL,
	"symbol" text COLLATE "C" NOT NULL,
	"quantity" numeric(20, 6) NOT NULL,
	"held_quantity" numeric(20, 6) NOT NULL,
	"purchase_amount" numeric(30, 12) NOT NULL,
	CONSTRAINT "holdings_account_id_symbol_pk" PRIMARY KEY("account_id","symbol"),
	CONSTRAINT "holdings_quantity_covers_holds" CHECK (0 <= "holdings"."held_quantity" and "holdings"."held_quantity" <= "holdings"."quantity"),
	CONSTRAINT "holdings_purchase_amount" CHECK ("holdings"."purchase_amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "instruments" (
	"symbol" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"exchange" text NOT NULL,
	"tradable" text NOT NULL,
	"day_market_tradable" boolean NOT NULL,
	CONSTRAINT "instruments_type" CHECK ("instruments"."type" in ('COMMON_STOCK', 'PREFERRED_STOCK', 'DR', 'ETF')),
	CONSTRAINT "instruments_tradable" CHECK ("instruments"."tradable" in ('TRADABLE', 'SELL_ONLY', 'BUY_ONLY', 'SUSPENDED'))
);
--> statement-breakpoint
CREATE TABLE "market_progress" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"carried_to" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "market_progress_only" CHECK ("market_progress"."only")
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"account_id" text COLLATE "C" NOT NULL,
	"seq" integer NOT NULL,
	"order_id" text COLLATE "C" NOT NULL,
	"status" text NOT NULL,
	"filled_quantity" numeric(20, 6) NOT NULL,
	"filled_amount" numeric(30, 12) NOT NULL,
	"fill_id" text COLLATE "C",
	"occurred_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_events_account_id_seq_pk" PRIMARY KEY("account_id","seq"),
	CONSTRAINT "order_events_status" CHECK ("order_events"."status" in ('SUBMITTED', 'PARTIALLY_FILLED', 'PENDING_CANCEL', 'FILLED', 'CANCELED', 'EXPIRED', 'REJECTED'))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"account_id" text COLLATE "C" NOT NULL,
	"order_id" text COLLATE "C" NOT NULL,
	"seq" integer NOT NULL,
	"client_order_id" text COLLATE "C" NOT NULL,
	"symbol" text COLLATE "C" NOT NULL,
	"side" text NOT NULL,
	"order_type" text NOT NULL,
	"time_in_force" text NOT NULL,
	"quantity" numeric(20, 6) NOT NULL,
	"limit_price" numeric(20, 6),
	"status" text NOT NULL,
	"filled_quantity" numeric(20, 6) NOT NULL,
	"filled_amount" numeric(30, 12) NOT NULL,
	"hold_price" numeric(20, 6),
	"held_cash" numeric(30, 12) NOT NULL,
	"session" text NOT NULL,
	"reject_reason" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"cancel_requested_at" timestamp (3) with time zone,
	"valid_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "orders_account_id_order_id_pk" PRIMARY KEY("account_id","order_id"),
	CONSTRAINT "orders_client_order_id" UNIQUE("account_id","client_order_id"),
	CONSTRAINT "orders_side" CHECK ("orders"."side" in ('BUY', 'SELL')),
	CONSTRAINT "orders_order_type" CHECK ("orders"."order_type" in ('MARKET', 'LIMIT')),
	CONSTRAINT "orders_time_in_force" CHECK ("orders"."time_in_force" in ('DAY')),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('SUBMITTED', 'PARTIALLY_FILLED', 'PENDING_CANCEL', 'FILLED', 'CANCELED', 'EXPIRED', 'REJECTED')),
	CONSTRAINT "orders_session" CHECK ("orders"."session" in ('PRE', 'REGULAR', 'AFTER', 'DAY', 'CLOSED')),
	CONSTRAINT "orders_quantity" CHECK ("orders"."quantity" > 0),
	CONSTRAINT "orders_filled" CHECK ("orders"."filled_quantity" between 0 and "orders"."quantity"
        and ("orders"."filled_quantity" = "orders"."quantity") = ("orders"."status" = 'FILLED')),
	CONSTRAINT "orders_limit_price" CHECK (("orders"."limit_price" is not null) = ("orders"."order_type" = 'LIMIT')
        and ("orders"."limit_price" is null or "orders"."limit_price" > 0)),
	CONSTRAINT "orders_hold" CHECK ("orders"."held_cash" >= 0 and ("orders"."held_cash" = 0 or ("orders"."status" in ('SUBMITTED', 'PARTIALLY_FILLED', 'PENDING_CANCEL')))),
	CONSTRAINT "orders_reject_reason" CHECK (("orders"."reject_reason" is not null) = ("orders"."status" = 'REJECTED'))
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"client_id" text COLLATE "C" NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"user_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_accounts" ADD CONSTRAINT "client_accounts_client_id_clients_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("client_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_accounts" ADD CONSTRAINT "client_accounts_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fills" ADD CONSTRAINT "fills_order" FOREIGN KEY ("account_id","order_id") REFERENCES "public"."orders"("account_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holdings" ADD CONSTRAINT "holdings_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holdings" ADD CONSTRAINT "holdings_symbol_instruments_symbol_fk" FOREIGN KEY ("symbol") REFERENCES "public"."instruments"("symbol") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order" FOREIGN KEY ("account_id","order_id") REFERENCES "public"."orders"("account_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_symbol_instruments_symbol_fk" FOREIGN KEY ("symbol") REFERENCES "public"."instruments"("symbol") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_client_id_clients_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("client_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_open_by_price" ON "orders" USING btree ("symbol","side","limit_price") WHERE "orders"."status" in ('SUBMITTED', 'PARTIALLY_FILLED', 'PENDING_CANCEL');--> statement-breakpoint
CREATE INDEX "orders_open_by_validity" ON "orders" USING btree ("valid_until") WHERE "orders"."status" in ('SUBMITTED', 'PARTIALLY_FILLED', 'PENDING_CANCEL');--> statement-breakpoint
CREATE INDEX "tokens_expiry" ON "tokens" USING btree ("expires_at");