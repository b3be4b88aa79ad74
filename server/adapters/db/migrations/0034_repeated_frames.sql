CREATE TABLE "repeated_frames" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"same_as" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "repeated_frames" ADD CONSTRAINT "repeated_frames_scan" FOREIGN KEY ("same_as","user_id") REFERENCES "public"."scans"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "repeated_frames_same_as" ON "repeated_frames" USING btree ("same_as","user_id");