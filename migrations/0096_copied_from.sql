-- Which invoice another was copied from: the link of a voided one leads to what takes its place.
-- One text for SQLite and PostgreSQL, as in the files before it.
ALTER TABLE documents ADD COLUMN copied_from_id TEXT;
CREATE INDEX documents_copied_from ON documents (copied_from_id);
