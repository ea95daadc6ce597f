ALTER TABLE "email_alerts" ADD COLUMN "held" jsonb;--> statement-breakpoint
ALTER TABLE "email_alerts" ADD COLUMN "held_until" bigint;--> statement-breakpoint
ALTER TABLE "email_alerts" ADD COLUMN "language" text;--> statement-breakpoint
CREATE INDEX "email_alert_history_mail_id" ON "email_alert_history" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "email_alerts_held_until" ON "email_alerts" USING btree ("held_until");--> statement-breakpoint
ALTER TABLE "email_alerts" DROP COLUMN "paused_until";