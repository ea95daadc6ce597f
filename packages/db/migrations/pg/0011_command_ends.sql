DROP INDEX "relay_commands_relay_state";--> statement-breakpoint
CREATE INDEX "relay_commands_device_state" ON "relay_commands" USING btree ("device_id","state","requested_at");