-- Where a document's job is, a line a part; empty: at the customer's own address.
-- One text for SQLite and PostgreSQL, as in the files before it.
ALTER TABLE documents ADD COLUMN job_address TEXT NOT NULL DEFAULT '';
ALTER TABLE document_versions ADD COLUMN job_address TEXT NOT NULL DEFAULT '';
