DROP INDEX `devices_freshness_live`;--> statement-breakpoint
CREATE INDEX `devices_freshness_live` ON `devices` (`cloud_online`,`freshness`,`status`,`deleted_at`) WHERE deleted_at is null;