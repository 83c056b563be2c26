CREATE TABLE "market_controls" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"halted_at" timestamp (3) with time zone,
	CONSTRAINT "market_controls_only" CHECK ("market_controls"."only")
);
--> statement-breakpoint
CREATE TABLE "pinned_quotes" (
	"symbol" text COLLATE "C" NOT NULL,
	"pinned_at" timestamp (3) with time zone NOT NULL,
	"released_at" timestamp (3) with time zone,
	"bid_price" numeric(20, 6) NOT NULL,
	"bid_size" numeric(20, 6) NOT NULL,
	"ask_price" numeric(20, 6) NOT NULL,
	"ask_size" numeric(20, 6) NOT NULL,
	CONSTRAINT "pinned_quotes_symbol_pinned_at_pk" PRIMARY KEY("symbol","pinned_at"),
	CONSTRAINT "pinned_quotes_prices" CHECK (0 < "pinned_quotes"."bid_price" and "pinned_quotes"."bid_price" <= "pinned_quotes"."ask_price"),
	CONSTRAINT "pinned_quotes_sizes" CHECK ("pinned_quotes"."bid_size" >= 0 and "pinned_quotes"."ask_size" >= 0)
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_time_in_force";--> statement-breakpoint
DROP INDEX "orders_open_by_price";--> statement-breakpoint
ALTER TABLE "pinned_quotes" ADD CONSTRAINT "pinned_quotes_symbol_instruments_symbol_fk" FOREIGN KEY ("symbol") REFERENCES "public"."instruments"("symbol") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_last_chance" ON "orders" USING btree ("symbol") WHERE "orders"."status" in ('SUBMITTED', 'PARTIALLY_FILLED', 'PENDING_CANCEL') and ("orders"."status" = 'PENDING_CANCEL'
    or "orders"."time_in_force" in ('IOC', 'FOK'));--> statement-breakpoint
CREATE INDEX "orders_open_by_price" ON "orders" USING btree ("symbol","side","limit_price") WHERE "orders"."status" in ('SUBMITTED', 'PARTIALLY_FILLED', 'PENDING_CANCEL')
    and not "orders"."time_in_force" in ('OPG', 'CLS');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_time_in_force" CHECK ("orders"."time_in_force" in ('DAY', 'IOC', 'FOK', 'OPG', 'CLS'));