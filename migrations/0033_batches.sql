-- One action on many documents, held back for a while so that it can be undone, then done one by one.
-- One text for SQLite and PostgreSQL, as in the files before it.
CREATE TABLE batches (
    id         TEXT PRIMARY KEY NOT NULL,
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- quote, invoice.
    kind       TEXT NOT NULL,
    -- What is done: send, remind, delete-drafts.
    action     TEXT NOT NULL,
    -- held, running, stopped, undone, done.
    state      TEXT NOT NULL,
    -- Until when it is held, and when it was asked for: milliseconds since the epoch.
    starts_at  BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX batches_user ON batches (user_id, created_at);
-- Its documents. A document that is gone meanwhile stays here, so that it is said that it was not there.
CREATE TABLE batch_documents (
    batch_id    TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    document_id TEXT NOT NULL,
    -- waiting, done, refused.
    state       TEXT NOT NULL,
    -- What it goes by, and why it was refused.
    name        TEXT NOT NULL,
    code        TEXT NOT NULL,
    reason      TEXT NOT NULL,
    PRIMARY KEY (batch_id, document_id)
);
CREATE INDEX batch_documents_state ON batch_documents (batch_id, state, document_id);
-- The days in London on which a customer was reminded of a document: once a day at most.
CREATE TABLE document_reminders (
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    -- YYYY-MM-DD.
    day         TEXT NOT NULL,
    PRIMARY KEY (document_id, day)
);
