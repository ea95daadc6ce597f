ALTER TABLE `email_alerts` ADD `held` text;--> statement-breakpoint
ALTER TABLE `email_alerts` ADD `held_until` integer;--> statement-breakpoint
ALTER TABLE `email_alerts` ADD `language` text;--> statement-breakpoint
CREATE INDEX `email_alerts_held_until` ON `email_alerts` (`held_until`);--> statement-breakpoint
ALTER TABLE `email_alerts` DROP COLUMN `paused_until`;--> statement-breakpoint
CREATE INDEX `email_alert_history_mail_id` ON `email_alert_history` (`mail_id`);