CREATE TABLE "forced_faults" (
	"fault_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"ordinal" integer NOT NULL,
	"client_id" text COLLATE "C",
	"route" text,
	"times" integer,
	"share" double precision,
	"seed" bigint DEFAULT 0 NOT NULL,
	"seen" integer DEFAULT 0 NOT NULL,
	"hits" integer DEFAULT 0 NOT NULL,
	"kind" text NOT NULL,
	"moment" text,
	"code" text,
	"status" integer,
	"retry_after_seconds" integer,
	"delay_ms" integer,
	"messages" text,
	"token_end" text,
	CONSTRAINT "forced_faults_kind" CHECK ("forced_faults"."kind" in ('answer', 'delay', 'cut', 'stream-cut', 'stream-delay', 'token', 'client-disabled')),
	CONSTRAINT "forced_faults_hits" CHECK (0 <= "forced_faults"."hits" and "forced_faults"."hits" <= "forced_faults"."seen")
);
--> statement-breakpoint
CREATE TABLE "forced_orders" (
	"account_id" text COLLATE "C" NOT NULL,
	"order_id" text COLLATE "C" NOT NULL,
	"outcome_id" text COLLATE "C" NOT NULL,
	"price" numeric(20, 6),
	"parts" text NOT NULL,
	"rest" text NOT NULL,
	"stands" boolean NOT NULL,
	CONSTRAINT "forced_orders_account_id_order_id_pk" PRIMARY KEY("account_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "forced_outcomes" (
	"outcome_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"ordinal" integer NOT NULL,
	"client_id" text COLLATE "C",
	"account_id" text COLLATE "C",
	"symbol" text COLLATE "C",
	"side" text,
	"client_order_id" text COLLATE "C",
	"times" integer,
	"hits" integer DEFAULT 0 NOT NULL,
	"misses" integer DEFAULT 0 NOT NULL,
	"last_miss" text,
	"kind" text NOT NULL,
	"price" numeric(20, 6),
	"parts" text,
	"rest" text,
	"code" text,
	"status" text,
	"race" text,
	CONSTRAINT "forced_outcomes_kind" CHECK ("forced_outcomes"."kind" in ('fill', 'reject', 'end', 'hold', 'loseCancel')),
	CONSTRAINT "forced_outcomes_hits" CHECK ("forced_outcomes"."hits" >= 0 and "forced_outcomes"."misses" >= 0)
);
--> statement-breakpoint
ALTER TABLE "fills" DROP CONSTRAINT "fills_fill_profile";--> statement-breakpoint
CREATE INDEX "forced_orders_standing" ON "forced_orders" USING btree ("account_id") WHERE "forced_orders"."stands";--> statement-breakpoint
ALTER TABLE "fills" ADD CONSTRAINT "fills_fill_profile" CHECK ("fills"."fill_profile" in ('ideal@1', 'standard@1', 'strict@1', 'forced@1'));