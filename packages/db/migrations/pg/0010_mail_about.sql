ALTER TABLE "mail_outbox" ADD COLUMN "user_id" text;--> statement-breakpoint
CREATE INDEX "mail_outbox_user" ON "mail_outbox" USING btree ("user_id");