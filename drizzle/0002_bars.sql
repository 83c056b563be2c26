CREATE TABLE "bars" (
	"symbol" text COLLATE "C" NOT NULL,
	"interval" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"open" numeric(20, 6) NOT NULL,
	"high" numeric(20, 6) NOT NULL,
	"low" numeric(20, 6) NOT NULL,
	"close" numeric(20, 6) NOT NULL,
	"volume" numeric(20, 6) NOT NULL,
	CONSTRAINT "bars_symbol_interval_starts_at_pk" PRIMARY KEY("symbol","interval","starts_at"),
	CONSTRAINT "bars_interval" CHECK ("bars"."interval" in ('1m', '1d')),
	CONSTRAINT "bars_prices" CHECK (0 < "bars"."low" and "bars"."low" <= "bars"."open" and "bars"."low" <= "bars"."close"
        and "bars"."open" <= "bars"."high" and "bars"."close" <= "bars"."high"),
	CONSTRAINT "bars_volume" CHECK ("bars"."volume" >= 0)
);
--> statement-breakpoint
CREATE TABLE "instrument_models" (
	"symbol" text COLLATE "C" PRIMARY KEY NOT NULL,
	"reference_price" numeric(20, 6) NOT NULL,
	"annual_volatility" double precision NOT NULL,
	"daily_volume" double precision NOT NULL,
	"beta" double precision NOT NULL,
	CONSTRAINT "instrument_models_positive" CHECK ("instrument_models"."reference_price" > 0 and "instrument_models"."annual_volatility" > 0
        and "instrument_models"."daily_volume" > 0)
);
--> statement-breakpoint
ALTER TABLE "bars" ADD CONSTRAINT "bars_symbol_instruments_symbol_fk" FOREIGN KEY ("symbol") REFERENCES "public"."instruments"("symbol") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instrument_models" ADD CONSTRAINT "instrument_models_symbol_instruments_symbol_fk" FOREIGN KEY ("symbol") REFERENCES "public"."instruments"("symbol") ON DELETE no action ON UPDATE no action;