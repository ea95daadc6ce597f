DROP INDEX `devices_freshness_live`;--> statement-breakpoint
CREATE INDEX `devices_freshness_live` ON `devices` (`cloud_online`,`freshness`,`deleted_at`) WHERE deleted_at is null;--> statement-breakpoint
DROP INDEX `mail_outbox_due`;--> statement-breakpoint
CREATE INDEX `mail_outbox_due` ON `mail_outbox` (`state`,`next_attempt_at`,`id`);