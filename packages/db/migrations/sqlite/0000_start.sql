CREATE TABLE `activity_logs` (
	`id` text PRIMARY KEY NOT NULL,
	`device_id` text,
	`user_id` text,
	`message` text NOT NULL,
	`type` text DEFAULT 'info' NOT NULL,
	`timestamp` integer NOT NULL,
	`relay_number` integer,
	`command_id` text
);
--> statement-breakpoint
CREATE INDEX `activity_logs_timestamp` ON `activity_logs` (`timestamp`,`id`);--> statement-breakpoint
CREATE INDEX `activity_logs_user` ON `activity_logs` (`user_id`,`timestamp`,`id`);--> statement-breakpoint
CREATE INDEX `activity_logs_device` ON `activity_logs` (`device_id`,`timestamp`,`id`);--> statement-breakpoint
CREATE TABLE `admin_sessions` (
	`sid` text PRIMARY KEY NOT NULL,
	`admin_id` text NOT NULL,
	`address` text,
	`client` text,
	`is_demo` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expire` integer NOT NULL,
	`absolute_end` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `admin_sessions_admin` ON `admin_sessions` (`admin_id`);--> statement-breakpoint
CREATE TABLE `admins` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`password_hash` text NOT NULL,
	`must_change_password` integer DEFAULT false NOT NULL,
	`two_step_secret` text,
	`two_step_last_step` integer,
	`two_step_recovery` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admins_username` ON `admins` (`username`);--> statement-breakpoint
CREATE TABLE `alert_history` (
	`id` text PRIMARY KEY NOT NULL,
	`device_id` text,
	`user_id` text,
	`alert_type` text NOT NULL,
	`severity` text DEFAULT 'info' NOT NULL,
	`title` text NOT NULL,
	`message` text NOT NULL,
	`timestamp` integer NOT NULL,
	`acknowledged` integer DEFAULT false NOT NULL,
	`acknowledged_at` integer,
	`acknowledged_by` text,
	`resolved` integer DEFAULT false NOT NULL,
	`resolved_at` integer,
	`metadata` text
);
--> statement-breakpoint
CREATE INDEX `alert_history_timestamp` ON `alert_history` (`timestamp`);--> statement-breakpoint
CREATE INDEX `alert_history_user` ON `alert_history` (`user_id`,`timestamp`);--> statement-breakpoint
CREATE INDEX `alert_history_device` ON `alert_history` (`device_id`,`timestamp`);--> statement-breakpoint
CREATE TABLE `api_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`scopes` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`expires_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_hash` ON `api_tokens` (`hash`);--> statement-breakpoint
CREATE INDEX `api_tokens_user_id` ON `api_tokens` (`user_id`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`number` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`action` text NOT NULL,
	`subject_kind` text,
	`subject_id` text,
	`door` text,
	`address` text,
	`request_id` text,
	`before` text,
	`after` text,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject_kind`,`subject_id`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`at`);--> statement-breakpoint
CREATE TABLE `counters` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `dashboard_layouts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`is_default` integer DEFAULT false NOT NULL,
	`layout` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `dashboard_layouts_user` ON `dashboard_layouts` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `dashboard_layouts_default` ON `dashboard_layouts` (`user_id`) WHERE is_default and deleted_at is null;--> statement-breakpoint
CREATE TABLE `device_metrics` (
	`device_id` text NOT NULL,
	`timestamp` integer NOT NULL,
	`is_online` integer,
	`signal_strength` real,
	`battery_level` real,
	`firmware_version` text,
	`uptime` integer,
	`memory_usage` real,
	`cpu_usage` real,
	`temperature` real,
	`last_heard` integer,
	`ip_address` text,
	`relays` text,
	PRIMARY KEY(`device_id`, `timestamp`)
);
--> statement-breakpoint
CREATE INDEX `device_metrics_timestamp` ON `device_metrics` (`timestamp`);--> statement-breakpoint
CREATE TABLE `device_shares` (
	`id` text PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`owner_id` text NOT NULL,
	`shared_with_id` text NOT NULL,
	`permission` text DEFAULT 'view' NOT NULL,
	`shared_at` integer NOT NULL,
	`expires_at` integer,
	`is_active` integer DEFAULT true NOT NULL,
	`ended_at` integer,
	`ended_reason` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`shared_with_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `device_shares_active` ON `device_shares` (`device_id`,`shared_with_id`) WHERE is_active;--> statement-breakpoint
CREATE INDEX `device_shares_shared_with` ON `device_shares` (`shared_with_id`,`is_active`);--> statement-breakpoint
CREATE INDEX `device_shares_owner` ON `device_shares` (`owner_id`);--> statement-breakpoint
CREATE TABLE `devices` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`status` text DEFAULT 'offline' NOT NULL,
	`relay_state` text DEFAULT 'unknown' NOT NULL,
	`last_update` integer,
	`is_connected` integer DEFAULT false NOT NULL,
	`owner_id` text,
	`owned_since` integer,
	`serial_number` text NOT NULL,
	`model` text NOT NULL,
	`profile_id` text NOT NULL,
	`provider_id` text,
	`cloud_online` integer,
	`cloud_online_at` integer,
	`connecting_since` integer,
	`updating` integer DEFAULT false NOT NULL,
	`freshness` text DEFAULT 'never' NOT NULL,
	`last_heard_at` integer,
	`last_observed_at` integer,
	`last_sequence` integer,
	`power_source` real,
	`battery_percent` real,
	`cellular_level` real,
	`overridden_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `devices_serial_number_live` ON `devices` (`serial_number`) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `devices_provider_id_live` ON `devices` (`provider_id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `devices_owner_id` ON `devices` (`owner_id`);--> statement-breakpoint
CREATE TABLE `email_alert_history` (
	`id` text PRIMARY KEY NOT NULL,
	`alert_id` text NOT NULL,
	`user_id` text NOT NULL,
	`device_id` text NOT NULL,
	`alert_type` text NOT NULL,
	`trigger_value` text,
	`email_sent` integer DEFAULT false NOT NULL,
	`email_error` text,
	`mail_id` text,
	`triggered_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `email_alert_history_alert` ON `email_alert_history` (`alert_id`,`triggered_at`);--> statement-breakpoint
CREATE INDEX `email_alert_history_user` ON `email_alert_history` (`user_id`,`triggered_at`);--> statement-breakpoint
CREATE INDEX `email_alert_history_triggered_at` ON `email_alert_history` (`triggered_at`);--> statement-breakpoint
CREATE TABLE `email_alerts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`device_id` text NOT NULL,
	`alert_type` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`email_address` text NOT NULL,
	`last_triggered` integer,
	`armed` integer DEFAULT true NOT NULL,
	`pending_since` integer,
	`paused_until` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `email_alerts_live` ON `email_alerts` (`user_id`,`device_id`,`alert_type`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `email_alerts_device` ON `email_alerts` (`device_id`);--> statement-breakpoint
CREATE INDEX `email_alerts_pending` ON `email_alerts` (`pending_since`);--> statement-breakpoint
CREATE TABLE `known_browsers` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `known_browsers_user_id` ON `known_browsers` (`user_id`);--> statement-breakpoint
CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`fencing` integer NOT NULL,
	`beat` integer NOT NULL,
	`acquired_at` integer NOT NULL,
	`renewed_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `live_events` (
	`number` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`device_id` text,
	`user_id` text,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `live_events_at` ON `live_events` (`at`);--> statement-breakpoint
CREATE TABLE `mail_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`to` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`template` text NOT NULL,
	`message_id` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mail_outbox_message_id` ON `mail_outbox` (`message_id`);--> statement-breakpoint
CREATE INDEX `mail_outbox_due` ON `mail_outbox` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `mail_outbox_created_at` ON `mail_outbox` (`created_at`);--> statement-breakpoint
CREATE INDEX `mail_outbox_to` ON `mail_outbox` (`to`,`created_at`);--> statement-breakpoint
CREATE TABLE `mail_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text NOT NULL,
	`address` text NOT NULL,
	`subject_id` text,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `mail_tokens_user_purpose` ON `mail_tokens` (`user_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `mail_tokens_expires_at` ON `mail_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `particle_api_calls` (
	`id` text PRIMARY KEY NOT NULL,
	`endpoint` text NOT NULL,
	`method` text NOT NULL,
	`device_id` text,
	`user_id` text,
	`response_status` integer,
	`response_time` integer,
	`success` integer NOT NULL,
	`error_message` text,
	`request_size` integer,
	`response_size` integer,
	`timestamp` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `particle_api_calls_timestamp` ON `particle_api_calls` (`timestamp`);--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text NOT NULL,
	`window_start` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`key`, `window_start`)
);
--> statement-breakpoint
CREATE INDEX `rate_limits_window_start` ON `rate_limits` (`window_start`);--> statement-breakpoint
CREATE TABLE `relay_commands` (
	`id` text PRIMARY KEY NOT NULL,
	`actor_id` text NOT NULL,
	`key` text,
	`device_id` text NOT NULL,
	`relay_number` integer NOT NULL,
	`target` text NOT NULL,
	`state` text DEFAULT 'requested' NOT NULL,
	`disagrees` integer DEFAULT false NOT NULL,
	`contradictions` integer DEFAULT 0 NOT NULL,
	`contradicted_at` integer,
	`reason` text,
	`reason_code` text,
	`return_value` integer,
	`door` text NOT NULL,
	`session_id` text,
	`accepted_order` integer NOT NULL,
	`requested_at` integer NOT NULL,
	`valid_until` integer NOT NULL,
	`sent_at` integer,
	`answered_at` integer,
	`acknowledged_at` integer,
	`confirmed_at` integer,
	`ended_at` integer,
	`previous_state` text DEFAULT 'unknown' NOT NULL,
	`milliamps_before` real,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `relay_commands_actor_key` ON `relay_commands` (`actor_id`,`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `relay_commands_accepted_order` ON `relay_commands` (`accepted_order`);--> statement-breakpoint
CREATE INDEX `relay_commands_relay_state` ON `relay_commands` (`device_id`,`relay_number`,`state`);--> statement-breakpoint
CREATE INDEX `relay_commands_state_valid_until` ON `relay_commands` (`state`,`valid_until`);--> statement-breakpoint
CREATE INDEX `relay_commands_relay_requested_at` ON `relay_commands` (`device_id`,`relay_number`,`requested_at`);--> statement-breakpoint
CREATE INDEX `relay_commands_requested_at` ON `relay_commands` (`requested_at`);--> statement-breakpoint
CREATE TABLE `relay_history` (
	`id` text PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`user_id` text,
	`relay_number` integer NOT NULL,
	`previous_state` text NOT NULL,
	`new_state` text NOT NULL,
	`command` text NOT NULL,
	`command_id` text,
	`outcome` text NOT NULL,
	`timestamp` integer NOT NULL,
	`response_time` integer,
	`confirmation_time` integer,
	`success` integer,
	`error_message` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `relay_history_command_id` ON `relay_history` (`command_id`);--> statement-breakpoint
CREATE INDEX `relay_history_timestamp` ON `relay_history` (`timestamp`);--> statement-breakpoint
CREATE INDEX `relay_history_device_timestamp` ON `relay_history` (`device_id`,`timestamp`);--> statement-breakpoint
CREATE INDEX `relay_history_user_timestamp` ON `relay_history` (`user_id`,`timestamp`);--> statement-breakpoint
CREATE TABLE `relays` (
	`device_id` text NOT NULL,
	`number` integer NOT NULL,
	`name` text NOT NULL,
	`reported` text,
	`reported_at` integer,
	`evidence` text DEFAULT 'none' NOT NULL,
	`acknowledged` text,
	`acknowledged_at` integer,
	`desired` text,
	`desired_at` integer,
	`milliamps` real,
	`milliamps_at` integer,
	`load` text DEFAULT 'unknown' NOT NULL,
	`load_seen_at` integer,
	`last_command_id` text,
	PRIMARY KEY(`device_id`, `number`),
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`sid` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`sess` text NOT NULL,
	`expire` integer NOT NULL,
	`absolute_end` integer NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_id` ON `sessions` (`id`);--> statement-breakpoint
CREATE INDEX `sessions_user_id` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expire` ON `sessions` (`expire`);--> statement-breakpoint
CREATE TABLE `share_invites` (
	`id` text PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`owner_id` text NOT NULL,
	`address` text NOT NULL,
	`permission` text DEFAULT 'view' NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` integer,
	`valid_until` integer NOT NULL,
	`is_open` integer DEFAULT true NOT NULL,
	`accepted_at` integer,
	`accepted_by_id` text,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `share_invites_token_hash` ON `share_invites` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `share_invites_open` ON `share_invites` (`device_id`,`address`) WHERE is_open;--> statement-breakpoint
CREATE INDEX `share_invites_owner_created_at` ON `share_invites` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `stream_gaps` (
	`id` text PRIMARY KEY NOT NULL,
	`from` integer NOT NULL,
	`to` integer,
	`reason` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `stream_gaps_from` ON `stream_gaps` (`from`);--> statement-breakpoint
CREATE TABLE `system_analytics` (
	`date` text PRIMARY KEY NOT NULL,
	`total_users` integer NOT NULL,
	`active_users` integer NOT NULL,
	`total_devices` integer NOT NULL,
	`online_devices` integer NOT NULL,
	`total_relay_commands` integer NOT NULL,
	`successful_commands` integer NOT NULL,
	`average_response_time` real NOT NULL,
	`system_uptime` real NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `user_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_start` integer NOT NULL,
	`session_end` integer,
	`ip_address` text,
	`user_agent` text,
	`devices_accessed` text,
	`actions_performed` integer DEFAULT 0 NOT NULL,
	`duration` integer,
	`last_seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `user_sessions_user` ON `user_sessions` (`user_id`,`session_start`);--> statement-breakpoint
CREATE INDEX `user_sessions_start` ON `user_sessions` (`session_start`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`profile_image_url` text,
	`password_hash` text,
	`auth_provider` text DEFAULT 'email' NOT NULL,
	`google_id` text,
	`apple_id` text,
	`replit_id` text,
	`email_verified` integer DEFAULT false NOT NULL,
	`activity_cleared_at` integer,
	`two_step_secret` text,
	`two_step_last_step` integer,
	`two_step_recovery` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_live` ON `users` (`email`) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `users_google_id_live` ON `users` (`google_id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `users_apple_id_live` ON `users` (`apple_id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `users_replit_id_live` ON `users` (`replit_id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `users_created_at` ON `users` (`created_at`);