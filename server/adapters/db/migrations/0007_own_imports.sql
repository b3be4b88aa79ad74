CREATE TABLE "import_files" (
	"import_id" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"phase" text DEFAULT 'looking' NOT NULL,
	"packed" "bytea",
	"records" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"share" real DEFAULT 0 NOT NULL,
	"preview" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reasons" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "beer_ratings" ADD COLUMN "replaced" jsonb;--> statement-breakpoint
ALTER TABLE "favorites" ADD COLUMN "import_id" integer;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "import_id" integer;--> statement-breakpoint
ALTER TABLE "searches" ADD COLUMN "import_id" integer;--> statement-breakpoint
ALTER TABLE "import_files" ADD CONSTRAINT "import_files_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_files_phase" ON "import_files" USING btree ("phase","import_id");--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "searches" ADD CONSTRAINT "searches_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;