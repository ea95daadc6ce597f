DROP INDEX "devices_name_live";--> statement-breakpoint
DROP INDEX "users_last_name_live";--> statement-breakpoint
CREATE INDEX "devices_unheard" ON "devices" USING btree ("cloud_online","created_at") WHERE last_heard_at is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "devices_name_live" ON "devices" USING btree ("name","id","deleted_at","serial_number") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_last_name_live" ON "users" USING btree ("last_name","id","deleted_at","first_name","email") WHERE deleted_at is null;