ALTER TABLE "engine_usage" DROP CONSTRAINT "engine_usage_user_id_users_id_fk";
