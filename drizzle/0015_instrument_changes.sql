CREATE TABLE "instrument_changes" (
	"symbol" text COLLATE "C" NOT NULL,
	"changed_at" timestamp (6) with time zone NOT NULL,
	"tradable_before" text NOT NULL,
	"day_market_tradable_before" boolean NOT NULL,
	CONSTRAINT "instrument_changes_symbol_changed_at_pk" PRIMARY KEY("symbol","changed_at"),
	CONSTRAINT "instrument_changes_tradable" CHECK ("instrument_changes"."tradable_before" in ('TRADABLE', 'SELL_ONLY', 'BUY_ONLY', 'SUSPENDED'))
);
--> statement-breakpoint
ALTER TABLE "instrument_changes" ADD CONSTRAINT "instrument_changes_symbol_instruments_symbol_fk" FOREIGN KEY ("symbol") REFERENCES "public"."instruments"("symbol") ON DELETE no action ON UPDATE no action;