ALTER TABLE `audit_log` ADD `address_salt` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `address_hash` text;