-- The languages of our texts are listed in contract/languages.ts: a new one needs no migration.
ALTER TABLE reminders DROP CONSTRAINT reminders_language_check;
ALTER TABLE users DROP CONSTRAINT users_language_check;
