-- Invoices that come again: what is written on each, on which days, and what was made of it.
-- One text for SQLite and PostgreSQL, as in the files before it.
CREATE TABLE recurring_invoices (
    id                  TEXT PRIMARY KEY NOT NULL,
    user_id             TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    version             BIGINT NOT NULL,
    -- Digest of the body that created it: the same create again is the same.
    created_from        TEXT NOT NULL,
    -- What the business calls it.
    name                TEXT NOT NULL,
    -- A profile or a contact that one of these names is not deleted.
    business_profile_id TEXT REFERENCES business_profiles (id) ON DELETE SET NULL,
    contact_id          TEXT REFERENCES contacts (id) ON DELETE SET NULL,
    job_description     TEXT NOT NULL,
    job_address         TEXT NOT NULL,
    notes               TEXT NOT NULL,
    template            TEXT,
    terms               TEXT,
    -- The core document, JSON.
    input               TEXT NOT NULL,
    -- Core's totals of it, JSON, as they were when it was saved.
    totals              TEXT NOT NULL,
    -- Pence that each comes to.
    total_amount        BIGINT NOT NULL,
    -- Days from the date of an invoice to when it is due.
    days_due            BIGINT NOT NULL,
    -- The days of the series: YYYY-MM-DD; weekly, monthly, …; its last day or how many it has.
    first_day           TEXT NOT NULL,
    repeats             TEXT NOT NULL,
    last_day            TEXT,
    times               BIGINT,
    -- sent or draft.
    makes               TEXT NOT NULL,
    paused              BIGINT NOT NULL,
    -- Why it was paused by itself; empty: it was not.
    trouble             TEXT NOT NULL,
    -- The last day that is behind it, made or skipped, and the next; none where it is over.
    done_day            TEXT,
    next_day            TEXT,
    created_at          BIGINT NOT NULL,
    updated_at          BIGINT NOT NULL
);
CREATE INDEX recurring_invoices_user ON recurring_invoices (user_id, id);
CREATE INDEX recurring_invoices_contact ON recurring_invoices (contact_id);
CREATE INDEX recurring_invoices_profile ON recurring_invoices (business_profile_id);

-- Which invoices came of one. What a series made stays when the series goes.
CREATE TABLE recurring_made (
    document_id TEXT PRIMARY KEY NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    series_id   TEXT REFERENCES recurring_invoices (id) ON DELETE SET NULL,
    -- What the series was called then.
    name        TEXT NOT NULL,
    -- Its day, YYYY-MM-DD.
    day         TEXT NOT NULL,
    -- sent, draft, late or not_sent, and of the last why.
    outcome     TEXT NOT NULL,
    reason      TEXT NOT NULL
);
CREATE INDEX recurring_made_series ON recurring_made (series_id, day);
CREATE INDEX recurring_made_user ON recurring_made (user_id, outcome);
