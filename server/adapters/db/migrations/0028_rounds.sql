CREATE TABLE "round_guests" (
	"scan_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "round_guests_scan_id_user_id_pk" PRIMARY KEY("scan_id","user_id"),
	CONSTRAINT "round_guests_name" UNIQUE("scan_id","name")
);
--> statement-breakpoint
CREATE TABLE "round_wishes" (
	"scan_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"beer_id" integer NOT NULL,
	CONSTRAINT "round_wishes_scan_id_user_id_beer_id_pk" PRIMARY KEY("scan_id","user_id","beer_id")
);
--> statement-breakpoint
CREATE TABLE "rounds" (
	"scan_id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"token" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rounds_token_unique" UNIQUE("token")
);
--> statement-breakpoint
ALTER TABLE "round_guests" ADD CONSTRAINT "round_guests_scan_id_rounds_scan_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."rounds"("scan_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_guests" ADD CONSTRAINT "round_guests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_wishes" ADD CONSTRAINT "round_wishes_beer_id_beers_id_fk" FOREIGN KEY ("beer_id") REFERENCES "public"."beers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_wishes" ADD CONSTRAINT "round_wishes_guest" FOREIGN KEY ("scan_id","user_id") REFERENCES "public"."round_guests"("scan_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rounds" ADD CONSTRAINT "rounds_scan" FOREIGN KEY ("scan_id","user_id") REFERENCES "public"."scans"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "round_guests_user" ON "round_guests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "round_wishes_beer" ON "round_wishes" USING btree ("beer_id");--> statement-breakpoint
CREATE INDEX "rounds_user" ON "rounds" USING btree ("user_id");