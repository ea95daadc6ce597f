ALTER TABLE "users" ADD COLUMN "once_verified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "users" SET "once_verified" = true WHERE "email_verified" = false AND (
  EXISTS (SELECT 1 FROM "known_browsers" WHERE "known_browsers"."user_id" = "users"."id")
  OR EXISTS (SELECT 1 FROM "device_shares" WHERE "device_shares"."shared_with_id" = "users"."id")
  OR EXISTS (SELECT 1 FROM "devices" WHERE "devices"."owner_id" = "users"."id"));