ALTER TABLE "styles" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "styles" ADD COLUMN "glass" text;--> statement-breakpoint
ALTER TABLE "styles" ADD COLUMN "served_from" real;--> statement-breakpoint
ALTER TABLE "styles" ADD COLUMN "served_to" real;--> statement-breakpoint
ALTER TABLE "styles" ADD COLUMN "pairings" jsonb;