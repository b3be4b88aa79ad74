ALTER TABLE "import_files" DROP CONSTRAINT "import_files_import_id_imports_id_fk";--> statement-breakpoint
ALTER TABLE "scan_items" DROP CONSTRAINT "scan_items_scan_id_scans_id_fk";--> statement-breakpoint
ALTER TABLE "scan_jobs" DROP CONSTRAINT "scan_jobs_scan_id_scans_id_fk";--> statement-breakpoint
ALTER TABLE "scan_photos" DROP CONSTRAINT "scan_photos_scan_id_scans_id_fk";--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_owner" UNIQUE("id","user_id");--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_owner" UNIQUE("id","user_id");--> statement-breakpoint
ALTER TABLE "import_files" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "scan_items" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "scan_photos" ADD COLUMN "user_id" integer;--> statement-breakpoint
UPDATE "import_files" SET "user_id" = "imports"."user_id" FROM "imports" WHERE "imports"."id" = "import_files"."import_id";--> statement-breakpoint
UPDATE "scan_items" SET "user_id" = "scans"."user_id" FROM "scans" WHERE "scans"."id" = "scan_items"."scan_id";--> statement-breakpoint
UPDATE "scan_photos" SET "user_id" = "scans"."user_id" FROM "scans" WHERE "scans"."id" = "scan_photos"."scan_id";--> statement-breakpoint
ALTER TABLE "import_files" ALTER COLUMN "user_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "scan_items" ALTER COLUMN "user_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "scan_photos" ALTER COLUMN "user_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "import_files" ADD CONSTRAINT "import_files_import" FOREIGN KEY ("import_id","user_id") REFERENCES "public"."imports"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_items" ADD CONSTRAINT "scan_items_scan" FOREIGN KEY ("scan_id","user_id") REFERENCES "public"."scans"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_jobs" ADD CONSTRAINT "scan_jobs_scan" FOREIGN KEY ("scan_id","user_id") REFERENCES "public"."scans"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_photos" ADD CONSTRAINT "scan_photos_scan" FOREIGN KEY ("scan_id","user_id") REFERENCES "public"."scans"("id","user_id") ON DELETE cascade ON UPDATE no action;