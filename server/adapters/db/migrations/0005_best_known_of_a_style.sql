DROP INDEX "beers_style";--> statement-breakpoint
CREATE INDEX "beers_style_popularity" ON "beers" USING btree ("style","popularity" DESC NULLS LAST,"id");