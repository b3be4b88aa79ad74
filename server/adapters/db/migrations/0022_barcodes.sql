CREATE TABLE "confirmed_barcodes" (
	"user_id" integer NOT NULL,
	"barcode" text NOT NULL,
	"beer_id" integer NOT NULL,
	"confirmed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "confirmed_barcodes_user_id_barcode_pk" PRIMARY KEY("user_id","barcode")
);
--> statement-breakpoint
ALTER TABLE "scan_items" ADD COLUMN "by_barcode" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "barcode" text;--> statement-breakpoint
ALTER TABLE "confirmed_barcodes" ADD CONSTRAINT "confirmed_barcodes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmed_barcodes" ADD CONSTRAINT "confirmed_barcodes_beer_id_beers_id_fk" FOREIGN KEY ("beer_id") REFERENCES "public"."beers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "confirmed_barcodes_beer" ON "confirmed_barcodes" USING btree ("beer_id");