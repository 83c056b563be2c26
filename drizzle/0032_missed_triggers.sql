CREATE TABLE "missed_triggers" (
	"account_id" text COLLATE "C" NOT NULL,
	"group_id" text COLLATE "C" NOT NULL,
	"leg" text NOT NULL,
	"symbol" text COLLATE "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"last_price" numeric(20, 6),
	"bid_price" numeric(20, 6),
	"ask_price" numeric(20, 6),
	CONSTRAINT "missed_triggers_account_id_group_id_leg_at_pk" PRIMARY KEY("account_id","group_id","leg","at")
);
