CREATE TABLE "named_labels" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"read_text" jsonb NOT NULL,
	"wrong_beer_id" integer,
	"beer_id" integer NOT NULL,
	"named_at" timestamp with time zone DEFAULT now() NOT NULL,
	"import_id" integer
);
--> statement-breakpoint
ALTER TABLE "scan_items" ADD COLUMN "by_correction" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "named_labels" ADD CONSTRAINT "named_labels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "named_labels" ADD CONSTRAINT "named_labels_wrong_beer_id_beers_id_fk" FOREIGN KEY ("wrong_beer_id") REFERENCES "public"."beers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "named_labels" ADD CONSTRAINT "named_labels_beer_id_beers_id_fk" FOREIGN KEY ("beer_id") REFERENCES "public"."beers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "named_labels" ADD CONSTRAINT "named_labels_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "named_labels_user" ON "named_labels" USING btree ("user_id","named_at");--> statement-breakpoint
CREATE INDEX "named_labels_wrong_beer" ON "named_labels" USING btree ("wrong_beer_id");--> statement-breakpoint
CREATE INDEX "named_labels_beer" ON "named_labels" USING btree ("beer_id");