DROP INDEX "devices_created_live";--> statement-breakpoint
DROP INDEX "devices_name_live";--> statement-breakpoint
DROP INDEX "devices_status_live";--> statement-breakpoint
DROP INDEX "devices_relay_state_live";--> statement-breakpoint
DROP INDEX "devices_freshness_live";--> statement-breakpoint
DROP INDEX "devices_presence_live";--> statement-breakpoint
DROP INDEX "users_created_live";--> statement-breakpoint
DROP INDEX "users_first_name_live";--> statement-breakpoint
DROP INDEX "users_last_name_live";--> statement-breakpoint
DROP INDEX "users_verified_live";--> statement-breakpoint
DROP INDEX "users_provider_live";--> statement-breakpoint
CREATE INDEX "devices_created_live" ON "devices" USING btree ("created_at","id","deleted_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "devices_name_live" ON "devices" USING btree ("name","id","deleted_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "devices_status_live" ON "devices" USING btree ("status","created_at","id","deleted_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "devices_relay_state_live" ON "devices" USING btree ("relay_state","created_at","id","deleted_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "devices_freshness_live" ON "devices" USING btree ("status","freshness","deleted_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "devices_presence_live" ON "devices" USING btree ("cloud_online","id","deleted_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_created_live" ON "users" USING btree ("created_at","id","deleted_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_first_name_live" ON "users" USING btree ("first_name","id","deleted_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_last_name_live" ON "users" USING btree ("last_name","id","deleted_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_verified_live" ON "users" USING btree ("email_verified","created_at","id","deleted_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_provider_live" ON "users" USING btree ("auth_provider","created_at","id","deleted_at") WHERE deleted_at is null;