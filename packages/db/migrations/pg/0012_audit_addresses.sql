ALTER TABLE "audit_log" ADD COLUMN "address_salt" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "address_hash" text;