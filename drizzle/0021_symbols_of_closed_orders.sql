DROP INDEX "orders_by_symbol";--> statement-breakpoint
DROP INDEX "orders_open_by_account";--> statement-breakpoint
CREATE INDEX "orders_closed_by_symbol" ON "orders" USING btree ("symbol","account_id","order_id") WHERE not ("orders"."status" in ('SUBMITTED', 'PARTIALLY_FILLED', 'PENDING_CANCEL'));--> statement-breakpoint
CREATE INDEX "orders_open_by_account" ON "orders" USING btree ("account_id","order_id","symbol") WHERE "orders"."status" in ('SUBMITTED', 'PARTIALLY_FILLED', 'PENDING_CANCEL');