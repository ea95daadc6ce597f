-- What the console searches: names as trigrams, so that any part of a word is found without reading every row. Where the
-- database's user may not add the extension, searching reads all rows instead.
DO $$ BEGIN
	CREATE EXTENSION IF NOT EXISTS pg_trgm;
	CREATE INDEX "users_words_live" ON "users" USING gin (lower("first_name" || ' ' || "last_name" || chr(10) || "email") gin_trgm_ops) WHERE deleted_at is null;
	CREATE INDEX "devices_words_live" ON "devices" USING gin (lower("name" || chr(10) || "serial_number") gin_trgm_ops) WHERE deleted_at is null;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
	RAISE NOTICE 'pg_trgm is not available; searching in the console will be slow';
END $$;--> statement-breakpoint
-- An id is also found by its beginning, in whatever order the database sorts text.
CREATE INDEX "users_id_text" ON "users" ("id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "devices_id_text" ON "devices" ("id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "devices_owner_id_text" ON "devices" ("owner_id" text_pattern_ops);