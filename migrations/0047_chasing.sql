-- Reminders that go by themselves, on the days that a business plans. One text for SQLite and PostgreSQL, as in the
-- files before it.
--
-- When each business reminds its customers; a profile without a row reminds nobody.
CREATE TABLE chase_plans (
    profile_id TEXT PRIMARY KEY NOT NULL REFERENCES business_profiles (id) ON DELETE CASCADE,
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    version    BIGINT NOT NULL,
    -- Whether invoices are chased, and quotes: 0 or 1.
    invoices   BIGINT NOT NULL,
    quotes     BIGINT NOT NULL,
    -- The reminders, JSON: what each is counted from and by how many days; and the days of the week, JSON.
    steps      TEXT NOT NULL,
    weekdays   TEXT NOT NULL,
    -- Milliseconds since the epoch.
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX chase_plans_user ON chase_plans (user_id);
-- What a business's reminders say on each occasion, in its own words; without a row, as usual.
CREATE TABLE reminder_words (
    profile_id TEXT NOT NULL REFERENCES business_profiles (id) ON DELETE CASCADE,
    -- beforeDue, onDue, afterDue, unanswered, expiring.
    occasion   TEXT NOT NULL,
    words      TEXT NOT NULL,
    PRIMARY KEY (profile_id, occasion)
);
-- A document that is not chased (off = 1), and what kept its reminder from going, and on which day (YYYY-MM-DD).
CREATE TABLE document_chases (
    document_id TEXT PRIMARY KEY NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    off         BIGINT NOT NULL,
    problem     TEXT NOT NULL,
    problem_on  TEXT NOT NULL
);
-- The customers who are not chased.
CREATE TABLE contact_chases (
    contact_id TEXT PRIMARY KEY NOT NULL REFERENCES contacts (id) ON DELETE CASCADE
);
-- Of each reminder: which of the plan it was (afterDue:7; empty: by hand), the day from which that was counted
-- (YYYY-MM-DD), what became of its mail, what kept it, and when that was written, milliseconds since the epoch.
-- Those of before went out.
ALTER TABLE document_reminders ADD COLUMN step TEXT NOT NULL DEFAULT '';
ALTER TABLE document_reminders ADD COLUMN counted_from TEXT NOT NULL DEFAULT '';
-- told, queued, sending, sent, unsure, failed, dropped.
ALTER TABLE document_reminders ADD COLUMN state TEXT NOT NULL DEFAULT 'sent';
ALTER TABLE document_reminders ADD COLUMN problem TEXT NOT NULL DEFAULT '';
ALTER TABLE document_reminders ADD COLUMN changed_at BIGINT NOT NULL DEFAULT 0;
-- Whoever decides, and however often: each of a plan goes once.
CREATE UNIQUE INDEX document_reminders_step ON document_reminders (document_id, step, counted_from) WHERE step <> '';
-- The documents of a business, and of a customer, that may be chased.
CREATE INDEX documents_profile_waiting ON documents (business_profile_id, status, id);
