ALTER TABLE "search_words" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "search_words" CASCADE;--> statement-breakpoint
DROP INDEX "beers_search";--> statement-breakpoint
DROP INDEX "breweries_search";--> statement-breakpoint
ALTER TABLE "beers" DROP COLUMN "search_vector";--> statement-breakpoint
ALTER TABLE "breweries" DROP COLUMN "search_vector";