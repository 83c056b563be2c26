CREATE TABLE "cell" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "cell_only" CHECK ("cell"."only")
);
