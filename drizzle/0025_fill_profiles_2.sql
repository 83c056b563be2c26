ALTER TABLE "accounts" DROP CONSTRAINT "accounts_fill_profile";--> statement-breakpoint
ALTER TABLE "fills" DROP CONSTRAINT "fills_fill_profile";--> statement-breakpoint
ALTER TABLE "liquidity_uses" DROP CONSTRAINT "liquidity_uses_source";--> statement-breakpoint
UPDATE "accounts" SET "fill_profile" = 'standard@2', "version" = "version" + 1 WHERE "fill_profile" = 'standard@1';--> statement-breakpoint
UPDATE "accounts" SET "fill_profile" = 'strict@2', "version" = "version" + 1 WHERE "fill_profile" = 'strict@1';--> statement-breakpoint
DELETE FROM "liquidity_uses" WHERE "source" in ('SHOWN', 'TRADED');--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_fill_profile" CHECK ("accounts"."fill_profile" in ('ideal@1', 'standard@2', 'strict@2'));--> statement-breakpoint
ALTER TABLE "fills" ADD CONSTRAINT "fills_fill_profile" CHECK ("fills"."fill_profile" in ('ideal@1', 'standard@2', 'strict@2', 'standard@1', 'strict@1', 'forced@1'));--> statement-breakpoint
ALTER TABLE "liquidity_uses" ADD CONSTRAINT "liquidity_uses_source" CHECK ("liquidity_uses"."source" in ('FOOTPRINT', 'OPG', 'CLS'));