CREATE TABLE `sign_in_challenges` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sign_in_challenges_user_id` ON `sign_in_challenges` (`user_id`);--> statement-breakpoint
CREATE INDEX `sign_in_challenges_expires_at` ON `sign_in_challenges` (`expires_at`);--> statement-breakpoint
ALTER TABLE `admins` ADD `two_step_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `two_step_at` integer;