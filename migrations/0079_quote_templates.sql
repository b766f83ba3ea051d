-- Whole quotes kept as templates: what they say of a kind of work, and nothing of one job.
-- One text for SQLite and PostgreSQL, as in the files before it.
CREATE TABLE quote_templates (
    id                  TEXT PRIMARY KEY NOT NULL,
    user_id             TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    version             BIGINT NOT NULL,
    -- Digest of the body that created it: the same create again is the same.
    created_from        TEXT NOT NULL,
    -- Digest of the body that it was saved from last: the same save again is the same.
    saved_from          TEXT NOT NULL,
    -- What the business calls it, and that in small letters without accents: one of each an account.
    name                TEXT NOT NULL,
    name_key            TEXT NOT NULL,
    business_profile_id TEXT REFERENCES business_profiles (id) ON DELETE SET NULL,
    job_description     TEXT NOT NULL,
    notes               TEXT NOT NULL,
    -- The look of the paper and the terms of its own; NULL: the business profile's.
    template            TEXT,
    terms               TEXT,
    -- The core document, JSON, and the version of the rules that it was saved by.
    input               TEXT NOT NULL,
    rules_version       BIGINT NOT NULL,
    -- Pence that a quote of it comes to, and the bytes of all that it says.
    total_amount        BIGINT NOT NULL,
    weight              BIGINT NOT NULL,
    created_at          BIGINT NOT NULL,
    updated_at          BIGINT NOT NULL
);
CREATE UNIQUE INDEX quote_templates_name ON quote_templates (user_id, name_key);
CREATE INDEX quote_templates_profile ON quote_templates (business_profile_id);
