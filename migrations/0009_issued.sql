-- What an issued version says stays as it was said, whatever later rules say.
-- One text for SQLite and PostgreSQL, as in the files before it.

-- The number of the rules that the version was issued by; those of before were issued by the first.
ALTER TABLE document_versions ADD COLUMN rules_version BIGINT NOT NULL DEFAULT 1;
-- The words and figures that its readers were shown, but for status and payments: JSON of core's
-- Texts. NULL for a version of before: its words are made when it is shown, of its stored totals.
ALTER TABLE document_versions ADD COLUMN texts TEXT;
