CREATE TABLE "adjustments" (
	"account_id" text COLLATE "C" NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"seq" integer NOT NULL,
	"symbol" text COLLATE "C",
	"quantity" numeric(20, 6) NOT NULL,
	"amount" numeric(30, 12) NOT NULL,
	"cash" numeric(30, 12) NOT NULL,
	CONSTRAINT "adjustments_account_id_number_pk" PRIMARY KEY("account_id","number"),
	CONSTRAINT "adjustments_kind" CHECK ("adjustments"."kind" in ('RESET', 'CASH')),
	CONSTRAINT "adjustments_cash_or_shares" CHECK (("adjustments"."symbol" is null) = ("adjustments"."quantity" = 0))
);
--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_symbol_instruments_symbol_fk" FOREIGN KEY ("symbol") REFERENCES "public"."instruments"("symbol") ON DELETE no action ON UPDATE no action;