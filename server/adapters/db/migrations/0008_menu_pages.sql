ALTER TABLE "scans" ADD COLUMN "page_of" uuid;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "page" integer;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_page_of_scans_id_fk" FOREIGN KEY ("page_of") REFERENCES "public"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scans_page_of" ON "scans" USING btree ("page_of");