ALTER TABLE "beers" DROP COLUMN "search_text";--> statement-breakpoint
ALTER TABLE "breweries" DROP COLUMN "search_text";