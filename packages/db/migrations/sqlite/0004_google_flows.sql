CREATE TABLE `google_flows` (
	`hash` text PRIMARY KEY NOT NULL,
	`step` text NOT NULL,
	`return_to` text NOT NULL,
	`user_id` text,
	`google_id` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `google_flows_expires_at` ON `google_flows` (`expires_at`);--> statement-breakpoint
CREATE INDEX `google_flows_user_id` ON `google_flows` (`user_id`);