ALTER TABLE "fills" DROP CONSTRAINT "fills_order";
--> statement-breakpoint
ALTER TABLE "order_events" DROP CONSTRAINT "order_events_order";
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_account_id_accounts_account_id_fk";
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_symbol_instruments_symbol_fk";
