-- What the console searches: names as trigrams, so that any part of a word is found without reading every row. Kept by triggers.
CREATE TABLE `user_words` (`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL, `id` text NOT NULL UNIQUE, `words` text NOT NULL);--> statement-breakpoint
CREATE VIRTUAL TABLE `user_words_index` USING fts5(words, content='user_words', content_rowid='number', tokenize='trigram', detail='full');--> statement-breakpoint
INSERT INTO `user_words_index` (`user_words_index`, rank) VALUES ('secure-delete', 1);--> statement-breakpoint
CREATE TRIGGER `user_words_begun` AFTER INSERT ON `user_words` BEGIN INSERT INTO `user_words_index` (rowid, words) VALUES (new.number, new.words); END;--> statement-breakpoint
CREATE TRIGGER `user_words_gone` AFTER DELETE ON `user_words` BEGIN INSERT INTO `user_words_index` (`user_words_index`, rowid, words) VALUES ('delete', old.number, old.words); END;--> statement-breakpoint
CREATE TRIGGER `user_words_changed` AFTER UPDATE OF words ON `user_words` BEGIN INSERT INTO `user_words_index` (`user_words_index`, rowid, words) VALUES ('delete', old.number, old.words); INSERT INTO `user_words_index` (rowid, words) VALUES (new.number, new.words); END;--> statement-breakpoint
CREATE TRIGGER `users_words_begun` AFTER INSERT ON `users` BEGIN INSERT INTO `user_words` (id, words) VALUES (new.id, new.first_name || ' ' || new.last_name || char(10) || new.email); END;--> statement-breakpoint
CREATE TRIGGER `users_words_changed` AFTER UPDATE OF first_name, last_name, email ON `users` WHEN new.first_name <> old.first_name OR new.last_name <> old.last_name OR new.email <> old.email BEGIN UPDATE `user_words` SET words = new.first_name || ' ' || new.last_name || char(10) || new.email WHERE id = new.id; END;--> statement-breakpoint
CREATE TRIGGER `users_words_gone` AFTER DELETE ON `users` BEGIN DELETE FROM `user_words` WHERE id = old.id; END;--> statement-breakpoint
INSERT INTO `user_words` (id, words) SELECT id, first_name || ' ' || last_name || char(10) || email FROM `users`;--> statement-breakpoint
CREATE TABLE `device_words` (`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL, `id` text NOT NULL UNIQUE, `words` text NOT NULL);--> statement-breakpoint
CREATE VIRTUAL TABLE `device_words_index` USING fts5(words, content='device_words', content_rowid='number', tokenize='trigram', detail='full');--> statement-breakpoint
INSERT INTO `device_words_index` (`device_words_index`, rank) VALUES ('secure-delete', 1);--> statement-breakpoint
CREATE TRIGGER `device_words_begun` AFTER INSERT ON `device_words` BEGIN INSERT INTO `device_words_index` (rowid, words) VALUES (new.number, new.words); END;--> statement-breakpoint
CREATE TRIGGER `device_words_gone` AFTER DELETE ON `device_words` BEGIN INSERT INTO `device_words_index` (`device_words_index`, rowid, words) VALUES ('delete', old.number, old.words); END;--> statement-breakpoint
CREATE TRIGGER `device_words_changed` AFTER UPDATE OF words ON `device_words` BEGIN INSERT INTO `device_words_index` (`device_words_index`, rowid, words) VALUES ('delete', old.number, old.words); INSERT INTO `device_words_index` (rowid, words) VALUES (new.number, new.words); END;--> statement-breakpoint
CREATE TRIGGER `devices_words_begun` AFTER INSERT ON `devices` BEGIN INSERT INTO `device_words` (id, words) VALUES (new.id, new.name || char(10) || new.serial_number); END;--> statement-breakpoint
CREATE TRIGGER `devices_words_changed` AFTER UPDATE OF name, serial_number ON `devices` WHEN new.name <> old.name OR new.serial_number <> old.serial_number BEGIN UPDATE `device_words` SET words = new.name || char(10) || new.serial_number WHERE id = new.id; END;--> statement-breakpoint
CREATE TRIGGER `devices_words_gone` AFTER DELETE ON `devices` BEGIN DELETE FROM `device_words` WHERE id = old.id; END;--> statement-breakpoint
INSERT INTO `device_words` (id, words) SELECT id, name || char(10) || serial_number FROM `devices`;