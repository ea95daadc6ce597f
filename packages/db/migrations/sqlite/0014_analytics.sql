CREATE TABLE `command_quarters` (
	`start` integer PRIMARY KEY NOT NULL,
	`commands` integer NOT NULL,
	`successful` integer NOT NULL,
	`confirmed` integer NOT NULL,
	`failed` integer NOT NULL,
	`unconfirmed` integer NOT NULL,
	`expired` integer NOT NULL,
	`cancelled` integer NOT NULL,
	`response_sum` integer NOT NULL,
	`response_count` integer NOT NULL,
	`response_times` text NOT NULL,
	`confirmation_times` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `device_presence` (
	`device_id` text NOT NULL,
	`at` integer NOT NULL,
	`online` integer NOT NULL,
	`was` integer,
	PRIMARY KEY(`device_id`, `at`),
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `device_presence_at` ON `device_presence` (`at`);--> statement-breakpoint
CREATE TABLE `metric_syncs` (
	`name` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`devices` integer DEFAULT 0 NOT NULL,
	`failure` text
);
--> statement-breakpoint
CREATE TABLE `provider_endpoint_quarters` (
	`start` integer NOT NULL,
	`endpoint` text NOT NULL,
	`method` text NOT NULL,
	`calls` integer NOT NULL,
	`failed` integer NOT NULL,
	`response_sum` integer NOT NULL,
	`response_count` integer NOT NULL,
	PRIMARY KEY(`start`, `endpoint`, `method`)
);
--> statement-breakpoint
CREATE TABLE `provider_quarters` (
	`start` integer PRIMARY KEY NOT NULL,
	`calls` integer NOT NULL,
	`failed` integer NOT NULL,
	`response_sum` integer NOT NULL,
	`response_count` integer NOT NULL,
	`bytes` integer NOT NULL,
	`busiest` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rollup_marks` (
	`name` text NOT NULL,
	`start` integer NOT NULL,
	PRIMARY KEY(`name`, `start`)
);
--> statement-breakpoint
CREATE TABLE `rollups` (
	`name` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `users_created_at`;--> statement-breakpoint
ALTER TABLE `users` ADD `deleted_by` text;--> statement-breakpoint
ALTER TABLE `users` ADD `deleted_with` text;--> statement-breakpoint
CREATE INDEX `users_created_live` ON `users` (`created_at`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `users_first_name_live` ON `users` (`first_name`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `users_last_name_live` ON `users` (`last_name`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `users_verified_live` ON `users` (`email_verified`,`created_at`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `users_provider_live` ON `users` (`auth_provider`,`created_at`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `users_deleted` ON `users` (`deleted_at`,`id`) WHERE deleted_at is not null;--> statement-breakpoint
DROP INDEX `audit_log_subject`;--> statement-breakpoint
DROP INDEX `audit_log_actor`;--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`number`);--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject_id`,`number`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`number`);--> statement-breakpoint
ALTER TABLE `devices` ADD `deleted_by` text;--> statement-breakpoint
CREATE INDEX `devices_created_live` ON `devices` (`created_at`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `devices_name_live` ON `devices` (`name`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `devices_status_live` ON `devices` (`status`,`created_at`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `devices_relay_state_live` ON `devices` (`relay_state`,`created_at`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `devices_deleted` ON `devices` (`deleted_at`,`id`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `devices_living_status` ON `devices` (`deleted_at`,`status`,`freshness`);--> statement-breakpoint
CREATE INDEX `devices_living_presence` ON `devices` (`deleted_at`,`cloud_online`,`id`);--> statement-breakpoint
CREATE INDEX `user_sessions_last_seen` ON `user_sessions` (`last_seen_at`,`session_start`,`user_id`);