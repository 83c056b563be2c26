ALTER TABLE "orders" DROP CONSTRAINT "orders_client_order_id";--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_client_order_id" UNIQUE("client_order_id","account_id");