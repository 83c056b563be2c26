DROP INDEX "orders_open_by_validity";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "last_event_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
CREATE INDEX "orders_open_by_validity" ON "orders" USING btree ("valid_until","account_id","order_id") WHERE "orders"."status" in ('SUBMITTED', 'PARTIALLY_FILLED', 'PENDING_CANCEL');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_cancel_reason" CHECK ("orders"."cancel_reason" is null
        or ("orders"."status" = 'CANCELED' and "orders"."cancel_reason" in ('insufficient-buying-power')));--> statement-breakpoint
UPDATE "accounts" SET "last_event_at" = "order_events"."occurred_at" FROM "order_events" WHERE "order_events"."account_id" = "accounts"."account_id" AND "order_events"."seq" = "accounts"."seq";
