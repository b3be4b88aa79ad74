CREATE TABLE "taste_answers" (
	"user_id" integer NOT NULL,
	"beer_id" integer NOT NULL,
	"answer" text NOT NULL,
	"answered_at" timestamp with time zone NOT NULL,
	"import_id" integer,
	CONSTRAINT "taste_answers_user_id_beer_id_pk" PRIMARY KEY("user_id","beer_id")
);
--> statement-breakpoint
CREATE TABLE "taste_opt_outs" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"import_id" integer
);
--> statement-breakpoint
ALTER TABLE "styles" ADD COLUMN "typical_ibu" integer;--> statement-breakpoint
ALTER TABLE "taste_answers" ADD CONSTRAINT "taste_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "taste_answers" ADD CONSTRAINT "taste_answers_beer_id_beers_id_fk" FOREIGN KEY ("beer_id") REFERENCES "public"."beers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "taste_answers" ADD CONSTRAINT "taste_answers_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "taste_opt_outs" ADD CONSTRAINT "taste_opt_outs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "taste_opt_outs" ADD CONSTRAINT "taste_opt_outs_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "taste_answers_beer" ON "taste_answers" USING btree ("beer_id");