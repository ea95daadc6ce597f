CREATE TABLE "relay_changes" (
	"device_id" text NOT NULL,
	"relay_number" integer NOT NULL,
	"at" bigint NOT NULL,
	"state" text NOT NULL,
	"command_id" text,
	"cause" text,
	CONSTRAINT "relay_changes_device_id_relay_number_at_pk" PRIMARY KEY("device_id","relay_number","at")
);
--> statement-breakpoint
ALTER TABLE "activity_logs" ADD COLUMN "command_state" text;--> statement-breakpoint
ALTER TABLE "relays" ADD COLUMN "load_mean" double precision;--> statement-breakpoint
ALTER TABLE "relays" ADD COLUMN "load_deviation" double precision;--> statement-breakpoint
ALTER TABLE "relays" ADD COLUMN "load_samples" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "relay_changes" ADD CONSTRAINT "relay_changes_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "relay_changes_at" ON "relay_changes" USING btree ("at");--> statement-breakpoint
INSERT INTO relay_changes (device_id, relay_number, at, state, cause) SELECT device_id, number, reported_at, reported, 'first-report' FROM relays WHERE reported IS NOT NULL AND reported_at IS NOT NULL;