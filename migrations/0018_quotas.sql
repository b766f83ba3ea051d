-- What each account keeps here, counted where it is written, so that a bound on it costs nothing to
-- look at; and which pictures are in use. One text for SQLite and PostgreSQL, as in the files before
-- it.

CREATE TABLE account_usage (
    user_id   TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    documents BIGINT NOT NULL,
    pictures  BIGINT NOT NULL,
    -- Of documents their words and figures, their issued versions and the log of their edits; of
    -- pictures their files; contacts, items and profiles at a round size each.
    bytes     BIGINT NOT NULL
);

INSERT INTO account_usage (user_id, documents, pictures, bytes) SELECT u.id,
    (SELECT COUNT(*) FROM documents d WHERE d.user_id = u.id),
    (SELECT COUNT(*) FROM files f WHERE f.user_id = u.id),
    CAST(
        COALESCE((SELECT SUM(OCTET_LENGTH(d.input) + OCTET_LENGTH(d.totals)
            + OCTET_LENGTH(d.job_description) + OCTET_LENGTH(d.notes)
            + COALESCE(OCTET_LENGTH(d.terms), 0)) FROM documents d WHERE d.user_id = u.id), 0)
        + COALESCE((SELECT SUM(OCTET_LENGTH(v.input) + OCTET_LENGTH(v.totals)
            + OCTET_LENGTH(v.job_description) + OCTET_LENGTH(v.notes)
            + COALESCE(OCTET_LENGTH(v.terms), 0) + COALESCE(OCTET_LENGTH(v.texts), 0)
            + OCTET_LENGTH(v.contact) + OCTET_LENGTH(v.business) + OCTET_LENGTH(v.business_profile))
            FROM document_versions v JOIN documents d ON d.id = v.document_id
            WHERE d.user_id = u.id), 0)
        + COALESCE((SELECT SUM(e.size) FROM document_edits e JOIN documents d
            ON d.id = e.document_id WHERE d.user_id = u.id), 0)
        + COALESCE((SELECT SUM(f.byte_size) FROM files f WHERE f.user_id = u.id), 0)
        + 2048 * (SELECT COUNT(*) FROM contacts c WHERE c.user_id = u.id)
        + 8192 * (SELECT COUNT(*) FROM items i WHERE i.user_id = u.id)
        + 65536 * (SELECT COUNT(*) FROM business_profiles p WHERE p.user_id = u.id)
    AS BIGINT) FROM users u;

-- 1 once a version was issued with the picture: then it stays as long as its account.
ALTER TABLE files ADD COLUMN issued BIGINT NOT NULL DEFAULT 0;
UPDATE files SET issued = 1 WHERE id IN (
    SELECT f.id FROM (SELECT DISTINCT d.user_id, v.business_profile FROM document_versions v
        JOIN documents d ON d.id = v.document_id) p
    JOIN files f ON f.user_id = p.user_id
    WHERE p.business_profile LIKE '%/api/files/' || f.id || '"%');

CREATE INDEX business_profiles_logo ON business_profiles (logo_file_id)
    WHERE logo_file_id IS NOT NULL;

-- Each picture is looked at once 30 days after it was uploaded.
INSERT INTO schedules (key, user_id, kind, payload, due_at, created_at)
    SELECT 'picture:' || id, user_id, 'clear_picture', id, created_at + 2592000000, created_at
    FROM files WHERE issued = 0;
