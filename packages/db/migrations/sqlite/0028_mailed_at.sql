DROP INDEX `email_alert_history_alert`;--> statement-breakpoint
DROP INDEX `email_alert_history_user`;--> statement-breakpoint
ALTER TABLE `email_alert_history` ADD `mailed_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `email_alert_history` SET `mailed_at` = `triggered_at`;--> statement-breakpoint
CREATE INDEX `email_alert_history_alert` ON `email_alert_history` (`alert_id`,`mailed_at`);--> statement-breakpoint
CREATE INDEX `email_alert_history_user` ON `email_alert_history` (`user_id`,`mailed_at`);