ALTER TABLE "orders" DROP CONSTRAINT "orders_cancel_reason";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "replaces" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "replaced_by" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "sizing" text;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_replaced_by" CHECK (("orders"."replaced_by" is not null) = coalesce("orders"."cancel_reason" = 'amended', false));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_cancel_reason" CHECK ("orders"."cancel_reason" is null
        or ("orders"."status" = 'CANCELED' and "orders"."cancel_reason" in ('insufficient-buying-power', 'amended', 'holding-closed')));