-- The words that a contact and an item are found by, folded as searches compare them, each behind a space.
-- Rows that are older than this file are told theirs by the server at its start.
-- One text for SQLite and PostgreSQL, as in the files before it.
ALTER TABLE contacts ADD COLUMN words TEXT NOT NULL DEFAULT '';
ALTER TABLE items ADD COLUMN words TEXT NOT NULL DEFAULT '';
