-- Until adjustments were kept, a reset took shares and set the cash without a line in the books.
-- Such a line is made here, behind the last fill after which the account had by its books what the
-- reset took: the books add up again, and the history after the reset is right.
WITH "taken" AS (
	SELECT "account_id", "symbol", sum("quantity") AS "quantity" FROM (
		SELECT "account_id", "symbol", CASE "side" WHEN 'BUY' THEN "quantity" ELSE -"quantity" END AS "quantity" FROM "fills"
		UNION ALL SELECT "account_id", "symbol", "quantity" FROM "adjustments" WHERE "symbol" IS NOT NULL
		UNION ALL SELECT "account_id", "symbol", -"quantity" FROM "holdings"
	) AS "entries" GROUP BY 1, 2 HAVING sum("quantity") <> 0
), "missing" AS (
	SELECT "accounts"."account_id", "accounts"."cash" - "accounts"."initial_cash" - coalesce("filled"."cash", 0) - coalesce("adjusted"."cash", 0) AS "amount"
	FROM "accounts"
	LEFT JOIN (SELECT "account_id", sum(CASE "side" WHEN 'BUY' THEN -1 ELSE 1 END * "quantity" * "price") AS "cash" FROM "fills" GROUP BY 1) AS "filled" ON "filled"."account_id" = "accounts"."account_id"
	LEFT JOIN (SELECT "account_id", sum("amount") AS "cash" FROM "adjustments" GROUP BY 1) AS "adjusted" ON "adjusted"."account_id" = "accounts"."account_id"
), "reset" AS (
	SELECT "account_id", "amount", coalesce((SELECT sum(abs("quantity")) FROM "taken" WHERE "taken"."account_id" = "missing"."account_id"), 0) AS "shares"
	FROM "missing" WHERE "amount" <> 0 OR "account_id" IN (SELECT "account_id" FROM "taken")
), "steps" AS (
	SELECT "fills"."account_id", "order_events"."seq", "order_events"."occurred_at", coalesce("taken"."quantity", 0) AS "wanted",
		CASE "fills"."side" WHEN 'BUY' THEN "fills"."quantity" ELSE -"fills"."quantity" END AS "moved",
		sum(CASE "fills"."side" WHEN 'BUY' THEN "fills"."quantity" ELSE -"fills"."quantity" END) OVER (PARTITION BY "fills"."account_id", "fills"."symbol" ORDER BY "order_events"."seq") AS "held"
	FROM "fills"
	JOIN "order_events" ON "order_events"."account_id" = "fills"."account_id" AND "order_events"."fill_id" = "fills"."fill_id"
	LEFT JOIN "taken" ON "taken"."account_id" = "fills"."account_id" AND "taken"."symbol" = "fills"."symbol"
	WHERE "fills"."account_id" IN (SELECT "account_id" FROM "reset")
		AND "order_events"."seq" <= coalesce((SELECT min("adjustments"."seq") FROM "adjustments" WHERE "adjustments"."account_id" = "fills"."account_id"), 2147483647)
), "places" AS (
	SELECT "account_id", 0 AS "seq", NULL::timestamp (3) with time zone AS "at", "shares" AS "apart" FROM "reset"
	UNION ALL
	SELECT "steps"."account_id", "seq", "occurred_at", "shares" + sum(abs("held" - "wanted") - abs("held" - "moved" - "wanted")) OVER (PARTITION BY "steps"."account_id" ORDER BY "seq")
	FROM "steps" JOIN "reset" ON "reset"."account_id" = "steps"."account_id"
), "place" AS (
	SELECT DISTINCT ON ("account_id") "account_id", "seq", "at" FROM "places" ORDER BY "account_id", "apart" = 0 DESC, "seq" DESC
), "later" AS (
	SELECT "place"."account_id", coalesce((
		SELECT sum(CASE "fills"."side" WHEN 'BUY' THEN -1 ELSE 1 END * "fills"."quantity" * "fills"."price")
		FROM "fills" JOIN "order_events" ON "order_events"."account_id" = "fills"."account_id" AND "order_events"."fill_id" = "fills"."fill_id"
		WHERE "fills"."account_id" = "place"."account_id" AND "order_events"."seq" > "place"."seq"
	), 0) + coalesce((SELECT sum("amount") FROM "adjustments" WHERE "adjustments"."account_id" = "place"."account_id"), 0) AS "cash"
	FROM "place"
), "lines" AS (
	SELECT "reset"."account_id", NULL AS "symbol", 0 AS "quantity", "amount" FROM "reset"
	UNION ALL SELECT "account_id", "symbol", -"quantity", 0 FROM "taken"
)
INSERT INTO "adjustments" ("account_id", "number", "kind", "at", "seq", "symbol", "quantity", "amount", "cash")
SELECT "lines"."account_id",
	-- Before all lines that are there, of which the first is 1.
	row_number() OVER "of_account" - (count(*) OVER (PARTITION BY "lines"."account_id")),
	'RESET', coalesce("place"."at", "accounts"."created_at"), "place"."seq",
	"lines"."symbol", "lines"."quantity", "lines"."amount", "accounts"."cash" - "later"."cash"
FROM "lines"
JOIN "place" ON "place"."account_id" = "lines"."account_id"
JOIN "later" ON "later"."account_id" = "lines"."account_id"
JOIN "accounts" ON "accounts"."account_id" = "lines"."account_id"
WINDOW "of_account" AS (PARTITION BY "lines"."account_id" ORDER BY "lines"."symbol" NULLS FIRST);
--> statement-breakpoint
UPDATE "accounts" SET "last_event_at" = "adjusted"."at"
FROM (SELECT "account_id", max("at") AS "at" FROM "adjustments" GROUP BY 1) AS "adjusted"
WHERE "adjusted"."account_id" = "accounts"."account_id" AND "accounts"."last_event_at" IS NULL;
