ALTER TABLE "api_tokens" ADD COLUMN "device_ids" jsonb;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "expired_at" bigint;--> statement-breakpoint
CREATE INDEX "api_tokens_expires_at" ON "api_tokens" USING btree ("expires_at") WHERE expired_at is null;--> statement-breakpoint
ALTER TABLE "api_tokens" DROP COLUMN "revoked_at";