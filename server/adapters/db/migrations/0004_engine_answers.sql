ALTER TABLE "scan_items" ADD COLUMN "estimates" jsonb;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "fallback" text;