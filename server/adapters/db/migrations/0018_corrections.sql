CREATE TABLE "corrections" (
	"user_id" integer NOT NULL,
	"beer_id" integer NOT NULL,
	"name" text,
	"brewery" text,
	"style" text,
	"abv" real,
	"ibu" real,
	"is_retired" boolean NOT NULL,
	"note" text,
	"suggested_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "corrections_user_id_beer_id_pk" PRIMARY KEY("user_id","beer_id")
);
--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_beer_id_beers_id_fk" FOREIGN KEY ("beer_id") REFERENCES "public"."beers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "corrections_beer" ON "corrections" USING btree ("beer_id");