CREATE TABLE "liquidity_uses" (
	"account_id" text COLLATE "C" NOT NULL,
	"symbol" text COLLATE "C" NOT NULL,
	"side" text NOT NULL,
	"source" text NOT NULL,
	"as_of" timestamp (3) with time zone NOT NULL,
	"quantity" numeric(20, 6) NOT NULL,
	CONSTRAINT "liquidity_uses_account_id_symbol_side_source_pk" PRIMARY KEY("account_id","symbol","side","source"),
	CONSTRAINT "liquidity_uses_side" CHECK ("liquidity_uses"."side" in ('BUY', 'SELL')),
	CONSTRAINT "liquidity_uses_source" CHECK ("liquidity_uses"."source" in ('SHOWN', 'TRADED', 'OPG', 'CLS')),
	CONSTRAINT "liquidity_uses_quantity" CHECK ("liquidity_uses"."quantity" >= 0)
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "fill_profile" text DEFAULT 'ideal@1' NOT NULL;--> statement-breakpoint
ALTER TABLE "fills" ADD COLUMN "fill_profile" text DEFAULT 'ideal@1' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "queue_ahead" numeric(20, 6) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "queue_moved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "liquidity_uses" ADD CONSTRAINT "liquidity_uses_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "liquidity_uses" ADD CONSTRAINT "liquidity_uses_symbol_instruments_symbol_fk" FOREIGN KEY ("symbol") REFERENCES "public"."instruments"("symbol") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_fill_profile" CHECK ("accounts"."fill_profile" in ('ideal@1', 'standard@1', 'strict@1'));--> statement-breakpoint
ALTER TABLE "fills" ADD CONSTRAINT "fills_fill_profile" CHECK ("fills"."fill_profile" in ('ideal@1', 'standard@1', 'strict@1'));