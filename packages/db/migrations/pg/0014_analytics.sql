CREATE TABLE "command_quarters" (
	"start" bigint PRIMARY KEY NOT NULL,
	"commands" integer NOT NULL,
	"successful" integer NOT NULL,
	"confirmed" integer NOT NULL,
	"failed" integer NOT NULL,
	"unconfirmed" integer NOT NULL,
	"expired" integer NOT NULL,
	"cancelled" integer NOT NULL,
	"response_sum" bigint NOT NULL,
	"response_count" integer NOT NULL,
	"response_times" text NOT NULL,
	"confirmation_times" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_presence" (
	"device_id" text NOT NULL,
	"at" bigint NOT NULL,
	"online" boolean NOT NULL,
	"was" boolean,
	CONSTRAINT "device_presence_device_id_at_pk" PRIMARY KEY("device_id","at")
);
--> statement-breakpoint
CREATE TABLE "metric_syncs" (
	"name" text PRIMARY KEY NOT NULL,
	"started_at" bigint NOT NULL,
	"ended_at" bigint,
	"devices" integer DEFAULT 0 NOT NULL,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "provider_endpoint_quarters" (
	"start" bigint NOT NULL,
	"endpoint" text NOT NULL,
	"method" text NOT NULL,
	"calls" integer NOT NULL,
	"failed" integer NOT NULL,
	"response_sum" bigint NOT NULL,
	"response_count" integer NOT NULL,
	CONSTRAINT "provider_endpoint_quarters_start_endpoint_method_pk" PRIMARY KEY("start","endpoint","method")
);
--> statement-breakpoint
CREATE TABLE "provider_quarters" (
	"start" bigint PRIMARY KEY NOT NULL,
	"calls" integer NOT NULL,
	"failed" integer NOT NULL,
	"response_sum" bigint NOT NULL,
	"response_count" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"busiest" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rollup_marks" (
	"name" text NOT NULL,
	"start" bigint NOT NULL,
	CONSTRAINT "rollup_marks_name_start_pk" PRIMARY KEY("name","start")
);
--> statement-breakpoint
CREATE TABLE "rollups" (
	"name" text PRIMARY KEY NOT NULL,
	"until" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "users_created_at";--> statement-breakpoint
DROP INDEX "audit_log_subject";--> statement-breakpoint
DROP INDEX "audit_log_actor";--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "deleted_by" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_by" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_with" jsonb;--> statement-breakpoint
ALTER TABLE "device_presence" ADD CONSTRAINT "device_presence_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_presence_at" ON "device_presence" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","number");--> statement-breakpoint
CREATE INDEX "devices_created_live" ON "devices" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "devices_name_live" ON "devices" USING btree ("name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "devices_status_live" ON "devices" USING btree ("status","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "devices_relay_state_live" ON "devices" USING btree ("relay_state","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "devices_deleted" ON "devices" USING btree ("deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "devices_living_status" ON "devices" USING btree ("deleted_at","status","freshness");--> statement-breakpoint
CREATE INDEX "devices_living_presence" ON "devices" USING btree ("deleted_at","cloud_online","id");--> statement-breakpoint
CREATE INDEX "user_sessions_last_seen" ON "user_sessions" USING btree ("last_seen_at","session_start","user_id");--> statement-breakpoint
CREATE INDEX "users_created_live" ON "users" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_first_name_live" ON "users" USING btree ("first_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_last_name_live" ON "users" USING btree ("last_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_verified_live" ON "users" USING btree ("email_verified","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_provider_live" ON "users" USING btree ("auth_provider","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_deleted" ON "users" USING btree ("deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_id","number");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","number");