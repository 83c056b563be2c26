CREATE TABLE "asked_symbols" (
	"symbol" text COLLATE "C" PRIMARY KEY NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_facts" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"line" text NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "live_prices" (
	"server" text COLLATE "C" NOT NULL,
	"ordinal" integer NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"lines" text NOT NULL,
	"changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "live_prices_server_ordinal_pk" PRIMARY KEY("server","ordinal")
);
--> statement-breakpoint
ALTER TABLE "asked_symbols" ADD CONSTRAINT "asked_symbols_symbol_instruments_symbol_fk" FOREIGN KEY ("symbol") REFERENCES "public"."instruments"("symbol") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_prices_changes" ON "live_prices" USING btree ("changed_in");