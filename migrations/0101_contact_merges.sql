-- What a merge of two contacts changed, so that it can be undone. One text for SQLite and PostgreSQL, as in the files
-- before it.
CREATE TABLE contact_merges (
    -- The contact that went, and comes back under this id.
    merged_id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The one that stayed.
    contact_id TEXT NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
    -- Unix milliseconds.
    merged_at BIGINT NOT NULL,
    -- Both as they were, what came of them, and what was the other's, JSON.
    noted TEXT NOT NULL
);
CREATE INDEX contact_merges_user ON contact_merges (user_id, merged_at);
CREATE INDEX contact_merges_contact ON contact_merges (contact_id, merged_at);
