ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_owner" UNIQUE("id","user_id");--> statement-breakpoint
CREATE TABLE "pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"beer_id" integer,
	"entry_id" integer,
	"scan_id" uuid,
	"bytes" "bytea",
	"size" integer NOT NULL,
	"kept_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "keeps_pictures" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_beer_id_beers_id_fk" FOREIGN KEY ("beer_id") REFERENCES "public"."beers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_of_entry" FOREIGN KEY ("entry_id","user_id") REFERENCES "public"."check_ins"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pictures_user_beer" ON "pictures" USING btree ("user_id","beer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pictures_entry" ON "pictures" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "pictures_beer" ON "pictures" USING btree ("beer_id");
