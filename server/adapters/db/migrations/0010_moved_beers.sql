CREATE TABLE "moved_beers" (
	"id" integer PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"beer_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "moved_beers" ADD CONSTRAINT "moved_beers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moved_beers" ADD CONSTRAINT "moved_beers_beer_id_beers_id_fk" FOREIGN KEY ("beer_id") REFERENCES "public"."beers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "moved_beers_user" ON "moved_beers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "moved_beers_beer" ON "moved_beers" USING btree ("beer_id");