-- Mails that carry an account's own words to its customers: how many it sends, which of them were
-- reported, and whose are stopped. One text for SQLite and PostgreSQL, as in the files before it.

CREATE TABLE customer_mails (
    -- SHA-256 of the secret in its link to report it.
    report_hash   TEXT PRIMARY KEY NOT NULL,
    user_id       TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The hash of account and receiver: it tells one receiver from another and names nobody.
    receiver_hash TEXT NOT NULL,
    -- The name that it came in, for whoever reports it.
    business      TEXT NOT NULL,
    -- When it goes out, milliseconds since the epoch.
    sent_at       BIGINT NOT NULL,
    -- NULL until its receiver reports it.
    reported_at   BIGINT
);
CREATE INDEX customer_mails_user ON customer_mails (user_id, sent_at);
CREATE INDEX customer_mails_sent ON customer_mails (sent_at);

-- Accounts whose mails to customers are stopped, or were.
CREATE TABLE mail_stops (
    user_id    TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- 'operator' or 'reports'.
    cause      TEXT NOT NULL,
    stopped_at BIGINT NOT NULL,
    -- When the operator let them go again: reports from before count no more. NULL while they stop.
    allowed_at BIGINT
);
