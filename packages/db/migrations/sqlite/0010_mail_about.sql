ALTER TABLE `mail_outbox` ADD `user_id` text;--> statement-breakpoint
CREATE INDEX `mail_outbox_user` ON `mail_outbox` (`user_id`);