ALTER TABLE "instrument_models" ADD COLUMN "groups" text;--> statement-breakpoint
ALTER TABLE "instrument_models" ADD COLUMN "follows" text;--> statement-breakpoint
ALTER TABLE "instruments" ADD COLUMN "name_ko" text;--> statement-breakpoint
ALTER TABLE "instruments" ADD COLUMN "sector" text;