CREATE TABLE "activity_logs" (
	"id" text PRIMARY KEY NOT NULL,
	"device_id" text,
	"user_id" text,
	"message" text NOT NULL,
	"type" text DEFAULT 'info' NOT NULL,
	"timestamp" bigint NOT NULL,
	"relay_number" integer,
	"command_id" text
);
--> statement-breakpoint
CREATE TABLE "admin_sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"admin_id" text NOT NULL,
	"address" text,
	"client" text,
	"is_demo" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint NOT NULL,
	"expire" bigint NOT NULL,
	"absolute_end" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admins" (
	"id" text PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"two_step_secret" text,
	"two_step_last_step" bigint,
	"two_step_recovery" jsonb,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_history" (
	"id" text PRIMARY KEY NOT NULL,
	"device_id" text,
	"user_id" text,
	"alert_type" text NOT NULL,
	"severity" text DEFAULT 'info' NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"timestamp" bigint NOT NULL,
	"acknowledged" boolean DEFAULT false NOT NULL,
	"acknowledged_at" bigint,
	"acknowledged_by" text,
	"resolved" boolean DEFAULT false NOT NULL,
	"resolved_at" bigint,
	"metadata" jsonb
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint,
	"expires_at" bigint,
	"revoked_at" bigint
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"number" bigint PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"action" text NOT NULL,
	"subject_kind" text,
	"subject_id" text,
	"door" text,
	"address" text,
	"request_id" text,
	"before" jsonb,
	"after" jsonb,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "counters" (
	"name" text PRIMARY KEY NOT NULL,
	"value" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dashboard_layouts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"layout" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"deleted_at" bigint
);
--> statement-breakpoint
CREATE TABLE "device_metrics" (
	"device_id" text NOT NULL,
	"timestamp" bigint NOT NULL,
	"is_online" boolean,
	"signal_strength" double precision,
	"battery_level" double precision,
	"firmware_version" text,
	"uptime" bigint,
	"memory_usage" double precision,
	"cpu_usage" double precision,
	"temperature" double precision,
	"last_heard" bigint,
	"ip_address" text,
	"relays" jsonb,
	CONSTRAINT "device_metrics_device_id_timestamp_pk" PRIMARY KEY("device_id","timestamp")
);
--> statement-breakpoint
CREATE TABLE "device_shares" (
	"id" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"shared_with_id" text NOT NULL,
	"permission" text DEFAULT 'view' NOT NULL,
	"shared_at" bigint NOT NULL,
	"expires_at" bigint,
	"is_active" boolean DEFAULT true NOT NULL,
	"ended_at" bigint,
	"ended_reason" text,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'offline' NOT NULL,
	"relay_state" text DEFAULT 'unknown' NOT NULL,
	"last_update" bigint,
	"is_connected" boolean DEFAULT false NOT NULL,
	"owner_id" text,
	"owned_since" bigint,
	"serial_number" text NOT NULL,
	"model" text NOT NULL,
	"profile_id" text NOT NULL,
	"provider_id" text,
	"cloud_online" boolean,
	"cloud_online_at" bigint,
	"connecting_since" bigint,
	"updating" boolean DEFAULT false NOT NULL,
	"freshness" text DEFAULT 'never' NOT NULL,
	"last_heard_at" bigint,
	"last_observed_at" bigint,
	"last_sequence" bigint,
	"power_source" double precision,
	"battery_percent" double precision,
	"cellular_level" double precision,
	"overridden_at" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"deleted_at" bigint
);
--> statement-breakpoint
CREATE TABLE "email_alert_history" (
	"id" text PRIMARY KEY NOT NULL,
	"alert_id" text NOT NULL,
	"user_id" text NOT NULL,
	"device_id" text NOT NULL,
	"alert_type" text NOT NULL,
	"trigger_value" text,
	"email_sent" boolean DEFAULT false NOT NULL,
	"email_error" text,
	"mail_id" text,
	"triggered_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_alerts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"device_id" text NOT NULL,
	"alert_type" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"email_address" text NOT NULL,
	"last_triggered" bigint,
	"armed" boolean DEFAULT true NOT NULL,
	"pending_since" bigint,
	"paused_until" bigint,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"deleted_at" bigint
);
--> statement-breakpoint
CREATE TABLE "known_browsers" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"fencing" bigint NOT NULL,
	"beat" bigint NOT NULL,
	"acquired_at" bigint NOT NULL,
	"renewed_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_events" (
	"number" bigint PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"kind" text NOT NULL,
	"device_id" text,
	"user_id" text,
	"body" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"template" text NOT NULL,
	"message_id" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" bigint NOT NULL,
	"last_error" text,
	"created_at" bigint NOT NULL,
	"sent_at" bigint
);
--> statement-breakpoint
CREATE TABLE "mail_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" text NOT NULL,
	"address" text NOT NULL,
	"subject_id" text,
	"expires_at" bigint NOT NULL,
	"used_at" bigint,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "particle_api_calls" (
	"id" text PRIMARY KEY NOT NULL,
	"endpoint" text NOT NULL,
	"method" text NOT NULL,
	"device_id" text,
	"user_id" text,
	"response_status" integer,
	"response_time" integer,
	"success" boolean NOT NULL,
	"error_message" text,
	"request_size" integer,
	"response_size" integer,
	"timestamp" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text NOT NULL,
	"window_start" bigint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "rate_limits_key_window_start_pk" PRIMARY KEY("key","window_start")
);
--> statement-breakpoint
CREATE TABLE "relay_commands" (
	"id" text PRIMARY KEY NOT NULL,
	"actor_id" text NOT NULL,
	"key" text,
	"device_id" text NOT NULL,
	"relay_number" integer NOT NULL,
	"target" text NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"disagrees" boolean DEFAULT false NOT NULL,
	"contradictions" integer DEFAULT 0 NOT NULL,
	"contradicted_at" bigint,
	"reason" text,
	"reason_code" text,
	"return_value" integer,
	"door" text NOT NULL,
	"session_id" text,
	"accepted_order" bigint NOT NULL,
	"requested_at" bigint NOT NULL,
	"valid_until" bigint NOT NULL,
	"sent_at" bigint,
	"answered_at" bigint,
	"acknowledged_at" bigint,
	"confirmed_at" bigint,
	"ended_at" bigint,
	"previous_state" text DEFAULT 'unknown' NOT NULL,
	"milliamps_before" double precision,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "relay_history" (
	"id" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"user_id" text,
	"relay_number" integer NOT NULL,
	"previous_state" text NOT NULL,
	"new_state" text NOT NULL,
	"command" text NOT NULL,
	"command_id" text,
	"outcome" text NOT NULL,
	"timestamp" bigint NOT NULL,
	"response_time" integer,
	"confirmation_time" integer,
	"success" boolean,
	"error_message" text
);
--> statement-breakpoint
CREATE TABLE "relays" (
	"device_id" text NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"reported" text,
	"reported_at" bigint,
	"evidence" text DEFAULT 'none' NOT NULL,
	"acknowledged" text,
	"acknowledged_at" bigint,
	"desired" text,
	"desired_at" bigint,
	"milliamps" double precision,
	"milliamps_at" bigint,
	"load" text DEFAULT 'unknown' NOT NULL,
	"load_seen_at" bigint,
	"last_command_id" text,
	CONSTRAINT "relays_device_id_number_pk" PRIMARY KEY("device_id","number")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"sess" jsonb NOT NULL,
	"expire" bigint NOT NULL,
	"absolute_end" bigint NOT NULL,
	"user_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_invites" (
	"id" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"address" text NOT NULL,
	"permission" text DEFAULT 'view' NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" bigint,
	"valid_until" bigint NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	"accepted_at" bigint,
	"accepted_by_id" text,
	"ended_at" bigint,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stream_gaps" (
	"id" text PRIMARY KEY NOT NULL,
	"from" bigint NOT NULL,
	"to" bigint,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "system_analytics" (
	"date" text PRIMARY KEY NOT NULL,
	"total_users" integer NOT NULL,
	"active_users" integer NOT NULL,
	"total_devices" integer NOT NULL,
	"online_devices" integer NOT NULL,
	"total_relay_commands" integer NOT NULL,
	"successful_commands" integer NOT NULL,
	"average_response_time" double precision NOT NULL,
	"system_uptime" double precision NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"session_start" bigint NOT NULL,
	"session_end" bigint,
	"ip_address" text,
	"user_agent" text,
	"devices_accessed" jsonb,
	"actions_performed" integer DEFAULT 0 NOT NULL,
	"duration" bigint,
	"last_seen_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"profile_image_url" text,
	"password_hash" text,
	"auth_provider" text DEFAULT 'email' NOT NULL,
	"google_id" text,
	"apple_id" text,
	"replit_id" text,
	"email_verified" boolean DEFAULT false NOT NULL,
	"activity_cleared_at" bigint,
	"two_step_secret" text,
	"two_step_last_step" bigint,
	"two_step_recovery" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"deleted_at" bigint
);
--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_layouts" ADD CONSTRAINT "dashboard_layouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_shares" ADD CONSTRAINT "device_shares_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_shares" ADD CONSTRAINT "device_shares_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_shares" ADD CONSTRAINT "device_shares_shared_with_id_users_id_fk" FOREIGN KEY ("shared_with_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_alerts" ADD CONSTRAINT "email_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_alerts" ADD CONSTRAINT "email_alerts_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD CONSTRAINT "mail_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relays" ADD CONSTRAINT "relays_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_invites" ADD CONSTRAINT "share_invites_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_invites" ADD CONSTRAINT "share_invites_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_logs_timestamp" ON "activity_logs" USING btree ("timestamp","id");--> statement-breakpoint
CREATE INDEX "activity_logs_user" ON "activity_logs" USING btree ("user_id","timestamp","id");--> statement-breakpoint
CREATE INDEX "activity_logs_device" ON "activity_logs" USING btree ("device_id","timestamp","id");--> statement-breakpoint
CREATE INDEX "admin_sessions_admin" ON "admin_sessions" USING btree ("admin_id");--> statement-breakpoint
CREATE UNIQUE INDEX "admins_username" ON "admins" USING btree ("username");--> statement-breakpoint
CREATE INDEX "alert_history_timestamp" ON "alert_history" USING btree ("timestamp");--> statement-breakpoint
CREATE INDEX "alert_history_user" ON "alert_history" USING btree ("user_id","timestamp");--> statement-breakpoint
CREATE INDEX "alert_history_device" ON "alert_history" USING btree ("device_id","timestamp");--> statement-breakpoint
CREATE UNIQUE INDEX "api_tokens_hash" ON "api_tokens" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_tokens_user_id" ON "api_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "dashboard_layouts_user" ON "dashboard_layouts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dashboard_layouts_default" ON "dashboard_layouts" USING btree ("user_id") WHERE is_default and deleted_at is null;--> statement-breakpoint
CREATE INDEX "device_metrics_timestamp" ON "device_metrics" USING btree ("timestamp");--> statement-breakpoint
CREATE UNIQUE INDEX "device_shares_active" ON "device_shares" USING btree ("device_id","shared_with_id") WHERE is_active;--> statement-breakpoint
CREATE INDEX "device_shares_shared_with" ON "device_shares" USING btree ("shared_with_id","is_active");--> statement-breakpoint
CREATE INDEX "device_shares_owner" ON "device_shares" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_serial_number_live" ON "devices" USING btree ("serial_number") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "devices_provider_id_live" ON "devices" USING btree ("provider_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "devices_owner_id" ON "devices" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "email_alert_history_alert" ON "email_alert_history" USING btree ("alert_id","triggered_at");--> statement-breakpoint
CREATE INDEX "email_alert_history_user" ON "email_alert_history" USING btree ("user_id","triggered_at");--> statement-breakpoint
CREATE INDEX "email_alert_history_triggered_at" ON "email_alert_history" USING btree ("triggered_at");--> statement-breakpoint
CREATE UNIQUE INDEX "email_alerts_live" ON "email_alerts" USING btree ("user_id","device_id","alert_type") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "email_alerts_device" ON "email_alerts" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "email_alerts_pending" ON "email_alerts" USING btree ("pending_since");--> statement-breakpoint
CREATE INDEX "known_browsers_user_id" ON "known_browsers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "live_events_at" ON "live_events" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_outbox_message_id" ON "mail_outbox" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "mail_outbox_due" ON "mail_outbox" USING btree ("state","next_attempt_at");--> statement-breakpoint
CREATE INDEX "mail_outbox_created_at" ON "mail_outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mail_outbox_to" ON "mail_outbox" USING btree ("to","created_at");--> statement-breakpoint
CREATE INDEX "mail_tokens_user_purpose" ON "mail_tokens" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "mail_tokens_expires_at" ON "mail_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "particle_api_calls_timestamp" ON "particle_api_calls" USING btree ("timestamp");--> statement-breakpoint
CREATE INDEX "rate_limits_window_start" ON "rate_limits" USING btree ("window_start");--> statement-breakpoint
CREATE UNIQUE INDEX "relay_commands_actor_key" ON "relay_commands" USING btree ("actor_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "relay_commands_accepted_order" ON "relay_commands" USING btree ("accepted_order");--> statement-breakpoint
CREATE INDEX "relay_commands_relay_state" ON "relay_commands" USING btree ("device_id","relay_number","state");--> statement-breakpoint
CREATE INDEX "relay_commands_state_valid_until" ON "relay_commands" USING btree ("state","valid_until");--> statement-breakpoint
CREATE INDEX "relay_commands_relay_requested_at" ON "relay_commands" USING btree ("device_id","relay_number","requested_at");--> statement-breakpoint
CREATE INDEX "relay_commands_requested_at" ON "relay_commands" USING btree ("requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "relay_history_command_id" ON "relay_history" USING btree ("command_id");--> statement-breakpoint
CREATE INDEX "relay_history_timestamp" ON "relay_history" USING btree ("timestamp");--> statement-breakpoint
CREATE INDEX "relay_history_device_timestamp" ON "relay_history" USING btree ("device_id","timestamp");--> statement-breakpoint
CREATE INDEX "relay_history_user_timestamp" ON "relay_history" USING btree ("user_id","timestamp");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_id" ON "sessions" USING btree ("id");--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE UNIQUE INDEX "share_invites_token_hash" ON "share_invites" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "share_invites_open" ON "share_invites" USING btree ("device_id","address") WHERE is_open;--> statement-breakpoint
CREATE INDEX "share_invites_owner_created_at" ON "share_invites" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "stream_gaps_from" ON "stream_gaps" USING btree ("from");--> statement-breakpoint
CREATE INDEX "user_sessions_user" ON "user_sessions" USING btree ("user_id","session_start");--> statement-breakpoint
CREATE INDEX "user_sessions_start" ON "user_sessions" USING btree ("session_start");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_live" ON "users" USING btree ("email") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_google_id_live" ON "users" USING btree ("google_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_apple_id_live" ON "users" USING btree ("apple_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_replit_id_live" ON "users" USING btree ("replit_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_created_at" ON "users" USING btree ("created_at");