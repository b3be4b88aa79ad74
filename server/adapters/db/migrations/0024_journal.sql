CREATE TABLE "wants" (
	"user_id" integer NOT NULL,
	"beer_id" integer NOT NULL,
	"wanted_at" timestamp with time zone NOT NULL,
	"import_id" integer,
	CONSTRAINT "wants_user_id_beer_id_pk" PRIMARY KEY("user_id","beer_id")
);
--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "rating" real;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "latitude" real;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "longitude" real;--> statement-breakpoint
ALTER TABLE "wants" ADD CONSTRAINT "wants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wants" ADD CONSTRAINT "wants_beer_id_beers_id_fk" FOREIGN KEY ("beer_id") REFERENCES "public"."beers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wants" ADD CONSTRAINT "wants_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wants_beer" ON "wants" USING btree ("beer_id");--> statement-breakpoint
CREATE INDEX "check_ins_user_time" ON "check_ins" USING btree ("user_id","had_at","id");
--> statement-breakpoint
UPDATE "check_ins" SET "rating" = "beer_ratings"."rating" FROM "beer_ratings" WHERE "beer_ratings"."user_id" = "check_ins"."user_id" AND "beer_ratings"."beer_id" = "check_ins"."beer_id" AND "beer_ratings"."rated_at" = "check_ins"."had_at";
