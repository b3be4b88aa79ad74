ALTER TABLE "beers" ADD COLUMN "standing" integer;--> statement-breakpoint
ALTER TABLE "beers" ADD COLUMN "rating_std" real;--> statement-breakpoint
ALTER TABLE "breweries" ADD COLUMN "standing" integer;--> statement-breakpoint
ALTER TABLE "styles" ADD COLUMN "prior_std" real;--> statement-breakpoint
ALTER TABLE "styles" ADD COLUMN "typical_abv" real;