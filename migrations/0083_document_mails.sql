-- Emails that are shown as sent only once the mail server confirmed them.
-- One text for SQLite and PostgreSQL, as in the files before it.

-- The emails of a document to its customer: what became of each.
CREATE TABLE document_mails (
    -- That of the job that sends it, under which it travels.
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    -- Whom it goes to, and its subject.
    receiver TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- waiting, sent, unconfirmed, refused, given_up, dropped, arrived.
    state TEXT NOT NULL,
    -- What kept it, in a sentence; empty where nothing did.
    problem TEXT NOT NULL,
    -- Whether somebody has to look after it, 0 or 1.
    unsettled BIGINT NOT NULL,
    -- Unix milliseconds.
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE INDEX document_mails_document ON document_mails (document_id, created_at);
CREATE INDEX document_mails_user ON document_mails (user_id);
-- Those that a list marks.
CREATE INDEX document_mails_unsettled ON document_mails (document_id) WHERE unsettled = 1;
