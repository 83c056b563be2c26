CREATE TABLE "health_probe" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"probed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "health_probe_only" CHECK ("health_probe"."only")
);
--> statement-breakpoint
CREATE TABLE "market_settings" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"seed" bigint NOT NULL,
	"seed_drawn" boolean NOT NULL,
	"feed" text NOT NULL,
	"tick_ms" integer NOT NULL,
	CONSTRAINT "market_settings_only" CHECK ("market_settings"."only")
);
--> statement-breakpoint
CREATE TABLE "matcher_lease" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"term" integer NOT NULL,
	"holder" text,
	"renewed_at" timestamp (3) with time zone NOT NULL,
	"carried_to" timestamp (3) with time zone,
	CONSTRAINT "matcher_lease_only" CHECK ("matcher_lease"."only")
);
