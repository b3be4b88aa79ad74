CREATE TABLE "workers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"node" text NOT NULL,
	"kind" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
