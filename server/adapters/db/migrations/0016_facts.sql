ALTER TABLE "beers" ADD COLUMN "status" text DEFAULT 'current' NOT NULL;--> statement-breakpoint
ALTER TABLE "beers" ADD COLUMN "introduced" integer;--> statement-breakpoint
ALTER TABLE "beers" ADD COLUMN "retired" integer;--> statement-breakpoint
ALTER TABLE "beers" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "beers" ADD COLUMN "checked" text;--> statement-breakpoint
ALTER TABLE "beers" ADD COLUMN "abv_by_market" jsonb;--> statement-breakpoint
ALTER TABLE "breweries" ADD COLUMN "closed" integer;--> statement-breakpoint
ALTER TABLE "breweries" ADD COLUMN "owner" text;