DROP INDEX "orders_open_by_price";--> statement-breakpoint
DROP INDEX "orders_open_by_validity";--> statement-breakpoint
DROP INDEX "orders_last_chance";