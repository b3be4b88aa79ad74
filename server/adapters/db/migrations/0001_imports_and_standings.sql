CREATE TABLE "beer_barcodes" (
	"barcode" text PRIMARY KEY NOT NULL,
	"beer_id" integer NOT NULL,
	"import_id" integer
);
--> statement-breakpoint
CREATE TABLE "catalogue_origins" (
	"source" text NOT NULL,
	"entity" text NOT NULL,
	"source_id" text NOT NULL,
	"beer_id" integer,
	"brewery_id" integer,
	"import_id" integer,
	"licence" text,
	"created" boolean NOT NULL,
	"filled" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "catalogue_origins_source_entity_source_id_pk" PRIMARY KEY("source","entity","source_id")
);
--> statement-breakpoint
CREATE TABLE "check_ins" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"beer_id" integer NOT NULL,
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"had_at" timestamp with time zone NOT NULL,
	"import_id" integer
);
--> statement-breakpoint
CREATE TABLE "engine_usage" (
	"day" date NOT NULL,
	"user_id" integer NOT NULL,
	"engine" text NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "engine_usage_day_user_id_engine_pk" PRIMARY KEY("day","user_id","engine")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer,
	"source" text NOT NULL,
	"file_name" text NOT NULL,
	"licence" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "style_standings" (
	"style" text PRIMARY KEY NOT NULL,
	"beers" integer NOT NULL,
	"thresholds" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "beer_ratings" ADD COLUMN "import_id" integer;--> statement-breakpoint
ALTER TABLE "beers" ADD COLUMN "kind" text DEFAULT 'beer' NOT NULL;--> statement-breakpoint
ALTER TABLE "beers" ADD COLUMN "provisional" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "imported_ratings" ADD COLUMN "import_id" integer;--> statement-breakpoint
ALTER TABLE "beer_barcodes" ADD CONSTRAINT "beer_barcodes_beer_id_beers_id_fk" FOREIGN KEY ("beer_id") REFERENCES "public"."beers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "beer_barcodes" ADD CONSTRAINT "beer_barcodes_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_origins" ADD CONSTRAINT "catalogue_origins_beer_id_beers_id_fk" FOREIGN KEY ("beer_id") REFERENCES "public"."beers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_origins" ADD CONSTRAINT "catalogue_origins_brewery_id_breweries_id_fk" FOREIGN KEY ("brewery_id") REFERENCES "public"."breweries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_origins" ADD CONSTRAINT "catalogue_origins_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_beer_id_beers_id_fk" FOREIGN KEY ("beer_id") REFERENCES "public"."beers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engine_usage" ADD CONSTRAINT "engine_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "beer_barcodes_beer" ON "beer_barcodes" USING btree ("beer_id");--> statement-breakpoint
CREATE INDEX "catalogue_origins_beer" ON "catalogue_origins" USING btree ("beer_id");--> statement-breakpoint
CREATE INDEX "catalogue_origins_brewery" ON "catalogue_origins" USING btree ("brewery_id");--> statement-breakpoint
CREATE INDEX "catalogue_origins_import" ON "catalogue_origins" USING btree ("import_id");--> statement-breakpoint
CREATE UNIQUE INDEX "check_ins_source" ON "check_ins" USING btree ("user_id","source","source_id");--> statement-breakpoint
CREATE INDEX "check_ins_user_beer" ON "check_ins" USING btree ("user_id","beer_id");--> statement-breakpoint
CREATE INDEX "check_ins_beer" ON "check_ins" USING btree ("beer_id");--> statement-breakpoint
CREATE INDEX "imports_user" ON "imports" USING btree ("user_id","started_at");--> statement-breakpoint
ALTER TABLE "beer_ratings" ADD CONSTRAINT "beer_ratings_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_ratings" ADD CONSTRAINT "imported_ratings_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;