ALTER TABLE "accounts" ADD COLUMN "label" text;--> statement-breakpoint
ALTER TABLE "conditional_events" ADD COLUMN "client_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "conditional_legs" ADD COLUMN "client_id" text COLLATE "C";