-- Thresholds are figures that the rating job computes anew at its start, so that none has to be carried over.
ALTER TABLE "style_standings" ALTER COLUMN "thresholds" SET DATA TYPE real[] USING '{}'::real[];--> statement-breakpoint
ALTER TABLE "style_standings" ADD COLUMN "is_stale" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "breweries_name" ON "breweries" USING btree (lower("name"));