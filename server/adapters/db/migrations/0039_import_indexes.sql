CREATE INDEX "beer_barcodes_import" ON "beer_barcodes" USING btree ("import_id") WHERE "beer_barcodes"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "notification_preferences_import" ON "notification_preferences" USING btree ("import_id") WHERE "notification_preferences"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "beer_ratings_import" ON "beer_ratings" USING btree ("import_id") WHERE "beer_ratings"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "imported_ratings_import" ON "imported_ratings" USING btree ("import_id") WHERE "imported_ratings"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "scans_import" ON "scans" USING btree ("import_id") WHERE "scans"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "confirmed_barcodes_import" ON "confirmed_barcodes" USING btree ("import_id") WHERE "confirmed_barcodes"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "corrections_import" ON "corrections" USING btree ("import_id") WHERE "corrections"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "favorites_import" ON "favorites" USING btree ("import_id") WHERE "favorites"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "named_labels_import" ON "named_labels" USING btree ("import_id") WHERE "named_labels"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "pictures_import" ON "pictures" USING btree ("import_id") WHERE "pictures"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "searches_import" ON "searches" USING btree ("import_id") WHERE "searches"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "taste_answers_import" ON "taste_answers" USING btree ("import_id") WHERE "taste_answers"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "taste_opt_outs_import" ON "taste_opt_outs" USING btree ("import_id") WHERE "taste_opt_outs"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "check_ins_import" ON "check_ins" USING btree ("import_id") WHERE "check_ins"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "wants_import" ON "wants" USING btree ("import_id") WHERE "wants"."import_id" is not null;