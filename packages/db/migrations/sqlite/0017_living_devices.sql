DROP INDEX `devices_living_status`;--> statement-breakpoint
DROP INDEX `devices_living_presence`;--> statement-breakpoint
CREATE INDEX `devices_freshness_live` ON `devices` (`status`,`freshness`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `devices_presence_live` ON `devices` (`cloud_online`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `users_living` ON `users` (`deleted_at`,`email_verified`);