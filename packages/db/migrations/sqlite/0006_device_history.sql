CREATE TABLE `relay_changes` (
	`device_id` text NOT NULL,
	`relay_number` integer NOT NULL,
	`at` integer NOT NULL,
	`state` text NOT NULL,
	`command_id` text,
	`cause` text,
	PRIMARY KEY(`device_id`, `relay_number`, `at`),
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `relay_changes_at` ON `relay_changes` (`at`);--> statement-breakpoint
ALTER TABLE `activity_logs` ADD `command_state` text;--> statement-breakpoint
ALTER TABLE `relays` ADD `load_mean` real;--> statement-breakpoint
ALTER TABLE `relays` ADD `load_deviation` real;--> statement-breakpoint
ALTER TABLE `relays` ADD `load_samples` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
INSERT INTO relay_changes (device_id, relay_number, at, state, cause) SELECT device_id, number, reported_at, reported, 'first-report' FROM relays WHERE reported IS NOT NULL AND reported_at IS NOT NULL;