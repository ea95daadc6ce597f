CREATE TABLE "google_flows" (
	"hash" text PRIMARY KEY NOT NULL,
	"step" text NOT NULL,
	"return_to" text NOT NULL,
	"user_id" text,
	"google_id" text,
	"expires_at" bigint NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "google_flows" ADD CONSTRAINT "google_flows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "google_flows_expires_at" ON "google_flows" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "google_flows_user_id" ON "google_flows" USING btree ("user_id");