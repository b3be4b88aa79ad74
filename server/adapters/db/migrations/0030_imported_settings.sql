ALTER TABLE "imports" ADD COLUMN "settings" jsonb;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD COLUMN "import_id" integer;--> statement-breakpoint
ALTER TABLE "confirmed_barcodes" ADD COLUMN "import_id" integer;--> statement-breakpoint
ALTER TABLE "corrections" ADD COLUMN "import_id" integer;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "import_id" integer;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmed_barcodes" ADD CONSTRAINT "confirmed_barcodes_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;