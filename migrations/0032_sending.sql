-- What a business says in the mail that brings a quote or an invoice. Empty: as the kind has it.
-- One text for SQLite and PostgreSQL, as in the files before it.
ALTER TABLE business_profiles ADD COLUMN quote_message TEXT NOT NULL DEFAULT '';
ALTER TABLE business_profiles ADD COLUMN invoice_message TEXT NOT NULL DEFAULT '';
-- What happened to one document, in its order.
CREATE INDEX activities_subject ON activities (user_id, subject_id, created_at);
-- That a person opened a document's link: the first time and the last, and nothing of who it was.
CREATE TABLE document_openings (
    document_id TEXT PRIMARY KEY NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    -- Milliseconds since the epoch.
    first_at    BIGINT NOT NULL,
    last_at     BIGINT NOT NULL
);
