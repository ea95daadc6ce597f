ALTER TABLE `api_tokens` ADD `device_ids` text;--> statement-breakpoint
ALTER TABLE `api_tokens` ADD `expired_at` integer;--> statement-breakpoint
CREATE INDEX `api_tokens_expires_at` ON `api_tokens` (`expires_at`) WHERE expired_at is null;--> statement-breakpoint
ALTER TABLE `api_tokens` DROP COLUMN `revoked_at`;