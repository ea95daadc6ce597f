DROP INDEX `audit_log_at`;--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`,`number`);