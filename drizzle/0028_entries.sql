ALTER TABLE "conditional_legs" DROP CONSTRAINT "conditional_legs_leg";--> statement-breakpoint
ALTER TABLE "conditional_legs" DROP CONSTRAINT "conditional_legs_type";--> statement-breakpoint
ALTER TABLE "conditional_legs" DROP CONSTRAINT "conditional_legs_status";--> statement-breakpoint
ALTER TABLE "conditional_legs" DROP CONSTRAINT "conditional_legs_trail";--> statement-breakpoint
ALTER TABLE "order_events" DROP CONSTRAINT "order_events_status";--> statement-breakpoint
DROP INDEX "conditional_legs_open";--> statement-breakpoint
CREATE INDEX "conditional_legs_open" ON "conditional_legs" USING btree ("account_id","group_id") WHERE "conditional_legs"."status" in ('PENDING', 'ARMED', 'TRIGGERED');--> statement-breakpoint
ALTER TABLE "conditional_legs" ADD CONSTRAINT "conditional_legs_leg" CHECK ("conditional_legs"."leg" in ('SINGLE', 'ENTRY', 'TAKE_PROFIT', 'STOP_LOSS'));--> statement-breakpoint
ALTER TABLE "conditional_legs" ADD CONSTRAINT "conditional_legs_type" CHECK ("conditional_legs"."type" in ('STOP', 'STOP_LIMIT', 'TRAILING_STOP', 'LIMIT', 'MARKET'));--> statement-breakpoint
ALTER TABLE "conditional_legs" ADD CONSTRAINT "conditional_legs_status" CHECK ("conditional_legs"."status" in ('PENDING', 'ARMED', 'TRIGGERED', 'FILLED', 'CANCELED', 'EXPIRED', 'REJECTED'));--> statement-breakpoint
ALTER TABLE "conditional_legs" ADD CONSTRAINT "conditional_legs_trail" CHECK (("conditional_legs"."mark" is null or "conditional_legs"."type" = 'TRAILING_STOP')
        and ("conditional_legs"."type" = 'TRAILING_STOP')
          = (num_nonnulls("conditional_legs"."trail_amount", "conditional_legs"."trail_percent") = 1)
        and ("conditional_legs"."limit_offset" is null or "conditional_legs"."type" = 'TRAILING_STOP')
        and ("conditional_legs"."stop_price" is null)
          = ("conditional_legs"."type" in ('LIMIT', 'MARKET')
            or ("conditional_legs"."type" = 'TRAILING_STOP' and "conditional_legs"."mark" is null))
        and ("conditional_legs"."mark" is not null or "conditional_legs"."type" <> 'TRAILING_STOP'
          or "conditional_legs"."status" in ('PENDING', 'CANCELED')));--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_status" CHECK ("order_events"."status" in ('SUBMITTED', 'PARTIALLY_FILLED', 'PENDING_CANCEL', 'FILLED', 'CANCELED', 'EXPIRED', 'REJECTED', 'PENDING', 'ARMED', 'TRIGGERED'));