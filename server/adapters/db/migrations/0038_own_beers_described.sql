ALTER TABLE "beers" ADD COLUMN "former_keys" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "beers" ADD COLUMN "described_at" timestamp with time zone;