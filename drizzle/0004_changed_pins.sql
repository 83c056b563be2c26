ALTER TABLE "pinned_quotes" ADD COLUMN "changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
CREATE INDEX "pinned_quotes_changes" ON "pinned_quotes" USING btree ("changed_in");--> statement-breakpoint
CREATE INDEX "pinned_quotes_standing" ON "pinned_quotes" USING btree ("symbol") WHERE "pinned_quotes"."released_at" is null;