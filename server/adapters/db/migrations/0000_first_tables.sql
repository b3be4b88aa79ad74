CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "beer_images" (
	"beer_id" integer PRIMARY KEY NOT NULL,
	"source_url" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "beer_ratings" (
	"user_id" integer NOT NULL,
	"beer_id" integer NOT NULL,
	"rating" real NOT NULL,
	"rated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "beer_ratings_user_id_beer_id_pk" PRIMARY KEY("user_id","beer_id")
);
--> statement-breakpoint
CREATE TABLE "beers" (
	"id" serial PRIMARY KEY NOT NULL,
	"key" text,
	"brewery_id" integer,
	"brewery_text" text,
	"name" text NOT NULL,
	"aliases" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"style" text,
	"abv" real,
	"ibu" real,
	"description" text,
	"image_url" text,
	"image_sought_at" timestamp with time zone,
	"popularity" integer DEFAULT 30 NOT NULL,
	"rating" real DEFAULT 0 NOT NULL,
	"rating_origin" text,
	"rating_count" integer,
	"owner_id" integer,
	"owner_key" text,
	"search_text" text NOT NULL,
	"search_vector" "tsvector" GENERATED ALWAYS AS (array_to_tsvector(string_to_array(search_text, ' '))) STORED,
	"removed" boolean DEFAULT false NOT NULL,
	"changed_version" bigint NOT NULL,
	CONSTRAINT "beers_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "breweries" (
	"id" serial PRIMARY KEY NOT NULL,
	"key" text,
	"name" text NOT NULL,
	"aliases" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"city" text,
	"state" text,
	"country" text,
	"founded" integer,
	"website" text,
	"description" text,
	"image_url" text,
	"search_text" text NOT NULL,
	"search_vector" "tsvector" GENERATED ALWAYS AS (array_to_tsvector(string_to_array(search_text, ' '))) STORED,
	"removed" boolean DEFAULT false NOT NULL,
	"changed_version" bigint NOT NULL,
	CONSTRAINT "breweries_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "catalogue_version" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" bigint NOT NULL,
	"shipped_hash" text
);
--> statement-breakpoint
CREATE TABLE "favorites" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"beer_id" integer NOT NULL,
	"favorited_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imported_ratings" (
	"source" text NOT NULL,
	"beer_id" integer NOT NULL,
	"mean" real NOT NULL,
	"count" integer,
	CONSTRAINT "imported_ratings_source_beer_id_pk" PRIMARY KEY("source","beer_id")
);
--> statement-breakpoint
CREATE TABLE "oidc_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	CONSTRAINT "oidc_accounts_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "oidc_state" (
	"model" text NOT NULL,
	"id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"user_code" text,
	"uid" text,
	"expires_at" timestamp with time zone,
	CONSTRAINT "oidc_state_model_id_pk" PRIMARY KEY("model","id")
);
--> statement-breakpoint
CREATE TABLE "scan_items" (
	"scan_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"beer_id" integer NOT NULL,
	"price" text,
	"size" text,
	"section" text,
	"x" real,
	"y" real,
	"count" integer DEFAULT 1 NOT NULL,
	"confidence" real,
	"field_confidence" jsonb,
	"alternatives" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"read_text" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "scan_items_scan_id_position_pk" PRIMARY KEY("scan_id","position")
);
--> statement-breakpoint
CREATE TABLE "scan_jobs" (
	"scan_id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scan_photos" (
	"scan_id" uuid PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"status" text NOT NULL,
	"scan_type" text DEFAULT 'single' NOT NULL,
	"call" text NOT NULL,
	"context" text NOT NULL,
	"progress_current" integer DEFAULT 0 NOT NULL,
	"progress_total" integer DEFAULT 0 NOT NULL,
	"stage" text,
	"failure_code" text,
	"failure" text,
	"title" text,
	"detected" integer,
	"photo_hash" text,
	"share_token" text,
	"scanned_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "scans_share_token_unique" UNIQUE("share_token")
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"rows" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "searches" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"query" text NOT NULL,
	"result_count" integer NOT NULL,
	"searched_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"id_token" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"code_verifier" text NOT NULL,
	"nonce" text NOT NULL,
	"return_to" text NOT NULL,
	"origin" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "styles" (
	"name" text PRIMARY KEY NOT NULL,
	"family" text NOT NULL,
	"srm" real,
	"prior" real
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" serial PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "beer_images" ADD CONSTRAINT "beer_images_beer_id_beers_id_fk" FOREIGN KEY ("beer_id") REFERENCES "public"."beers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "beer_ratings" ADD CONSTRAINT "beer_ratings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "beer_ratings" ADD CONSTRAINT "beer_ratings_beer_id_beers_id_fk" FOREIGN KEY ("beer_id") REFERENCES "public"."beers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "beers" ADD CONSTRAINT "beers_brewery_id_breweries_id_fk" FOREIGN KEY ("brewery_id") REFERENCES "public"."breweries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "beers" ADD CONSTRAINT "beers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_beer_id_beers_id_fk" FOREIGN KEY ("beer_id") REFERENCES "public"."beers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_ratings" ADD CONSTRAINT "imported_ratings_beer_id_beers_id_fk" FOREIGN KEY ("beer_id") REFERENCES "public"."beers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_items" ADD CONSTRAINT "scan_items_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_items" ADD CONSTRAINT "scan_items_beer_id_beers_id_fk" FOREIGN KEY ("beer_id") REFERENCES "public"."beers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_jobs" ADD CONSTRAINT "scan_jobs_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_photos" ADD CONSTRAINT "scan_photos_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "searches" ADD CONSTRAINT "searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "beer_ratings_beer" ON "beer_ratings" USING btree ("beer_id");--> statement-breakpoint
CREATE INDEX "beers_search" ON "beers" USING gin ("search_vector");--> statement-breakpoint
CREATE INDEX "beers_brewery" ON "beers" USING btree ("brewery_id");--> statement-breakpoint
CREATE INDEX "beers_style" ON "beers" USING btree ("style");--> statement-breakpoint
CREATE INDEX "beers_changed" ON "beers" USING btree ("changed_version");--> statement-breakpoint
CREATE INDEX "beers_pending" ON "beers" USING btree ("id") WHERE rating = 0;--> statement-breakpoint
CREATE UNIQUE INDEX "beers_owner_key" ON "beers" USING btree ("owner_id","owner_key");--> statement-breakpoint
CREATE INDEX "breweries_search" ON "breweries" USING gin ("search_vector");--> statement-breakpoint
CREATE INDEX "breweries_changed" ON "breweries" USING btree ("changed_version");--> statement-breakpoint
CREATE UNIQUE INDEX "favorites_user_beer" ON "favorites" USING btree ("user_id","beer_id");--> statement-breakpoint
CREATE INDEX "favorites_beer" ON "favorites" USING btree ("beer_id");--> statement-breakpoint
CREATE INDEX "oidc_state_grant" ON "oidc_state" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oidc_state_uid" ON "oidc_state" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "oidc_state_expires" ON "oidc_state" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "scan_items_beer" ON "scan_items" USING btree ("beer_id");--> statement-breakpoint
CREATE INDEX "scan_jobs_free" ON "scan_jobs" USING btree ("lease_until","created_at");--> statement-breakpoint
CREATE INDEX "scan_jobs_user" ON "scan_jobs" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "scans_user" ON "scans" USING btree ("user_id","scanned_at");--> statement-breakpoint
CREATE INDEX "search_words_trigrams" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "searches_user" ON "searches" USING btree ("user_id","searched_at");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_ins_expires" ON "sign_ins" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_issuer_subject" ON "users" USING btree ("issuer","subject");