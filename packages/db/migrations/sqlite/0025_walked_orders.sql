DROP INDEX `devices_status_live`;--> statement-breakpoint
DROP INDEX `devices_relay_state_live`;--> statement-breakpoint
DROP INDEX `devices_created_live`;--> statement-breakpoint
DROP INDEX `devices_name_live`;--> statement-breakpoint
CREATE INDEX `devices_serial_live` ON `devices` (`serial_number`,`id`,`deleted_at`,`status`,`relay_state`,`owner_id`,`name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `devices_created_live` ON `devices` (`created_at`,`id`,`deleted_at`,`status`,`relay_state`,`owner_id`,`name`,`serial_number`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `devices_name_live` ON `devices` (`name`,`id`,`deleted_at`,`status`,`relay_state`,`owner_id`,`serial_number`) WHERE deleted_at is null;--> statement-breakpoint
DROP INDEX `users_verified_live`;--> statement-breakpoint
DROP INDEX `users_provider_live`;--> statement-breakpoint
DROP INDEX `users_created_live`;--> statement-breakpoint
DROP INDEX `users_first_name_live`;--> statement-breakpoint
DROP INDEX `users_last_name_live`;--> statement-breakpoint
CREATE INDEX `users_address_live` ON `users` (`email`,`id`,`deleted_at`,`email_verified`,`auth_provider`,`first_name`,`last_name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `users_created_live` ON `users` (`created_at`,`id`,`deleted_at`,`email_verified`,`auth_provider`,`email`,`first_name`,`last_name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `users_first_name_live` ON `users` (`first_name`,`id`,`deleted_at`,`email_verified`,`auth_provider`,`email`,`last_name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `users_last_name_live` ON `users` (`last_name`,`id`,`deleted_at`,`email_verified`,`auth_provider`,`email`,`first_name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `audit_log_actor_kind` ON `audit_log` (`actor_kind`,`number`);