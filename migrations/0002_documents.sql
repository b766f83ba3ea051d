-- Quotes, invoices, what was issued of them, their numbers and their payments.
-- One text for SQLite and PostgreSQL: TEXT and BIGINT only; money is whole pence, dates are
-- YYYY-MM-DD, instants are unix milliseconds, booleans 0 or 1, JSON is TEXT.

CREATE TABLE documents (
    id                  TEXT PRIMARY KEY,
    user_id             TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind                TEXT NOT NULL CHECK (kind IN ('quote', 'invoice')),
    status              TEXT NOT NULL,
    -- Raised by every change; a write that names an older one is stale.
    version             BIGINT NOT NULL,
    -- What the document was created from, so that a create repeated after a lost answer is told
    -- from another one that took the same id.
    created_from        TEXT NOT NULL,
    business_profile_id TEXT NOT NULL REFERENCES business_profiles (id),
    contact_id          TEXT REFERENCES contacts (id) ON DELETE SET NULL,
    -- The customer's name as issued; a draft has none and shows the contact's.
    customer_name       TEXT,
    number              TEXT,
    public_token        TEXT,
    issue_date          TEXT,
    -- A quote's expiry date, an invoice's due date.
    due_date            TEXT,
    job_description     TEXT NOT NULL,
    notes               TEXT NOT NULL,
    template            TEXT,
    terms               TEXT,
    -- The core document without its payments, and core's totals with them.
    input               TEXT NOT NULL,
    totals              TEXT NOT NULL,
    -- Of the totals, what lists sort and add up.
    total_amount        BIGINT NOT NULL,
    amount_payable      BIGINT NOT NULL,
    paid_amount         BIGINT NOT NULL,
    balance_due         BIGINT NOT NULL,
    -- The latest row of document_versions; 0 before the first issue.
    issued_version      BIGINT NOT NULL,
    accepted_version    BIGINT,
    accepted_date       TEXT,
    declined_date       TEXT,
    paid_date           TEXT,
    sent_date           TEXT,
    archived            BIGINT NOT NULL,
    source_quote_id     TEXT REFERENCES documents (id),
    created_at          BIGINT NOT NULL,
    updated_at          BIGINT NOT NULL
);

-- Behind the sequence: were it ever wrong, the second holder of a number would be refused.
CREATE UNIQUE INDEX documents_number ON documents (business_profile_id, kind, number);
CREATE UNIQUE INDEX documents_public_token ON documents (public_token);
-- A quote is invoiced once.
CREATE UNIQUE INDEX documents_source_quote ON documents (source_quote_id);
CREATE INDEX documents_list ON documents (user_id, kind, archived, created_at, id);
CREATE INDEX documents_contact ON documents (contact_id);

-- Each version that a customer could see, whole: an issued document never changes silently.
CREATE TABLE document_versions (
    document_id     TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    version         BIGINT NOT NULL,
    issue_date      TEXT NOT NULL,
    due_date        TEXT NOT NULL,
    job_description TEXT NOT NULL,
    notes           TEXT NOT NULL,
    template        TEXT,
    terms           TEXT,
    input           TEXT NOT NULL,
    totals          TEXT NOT NULL,
    contact         TEXT NOT NULL,
    business        TEXT NOT NULL,
    business_profile TEXT NOT NULL,
    issued_at       BIGINT NOT NULL,
    PRIMARY KEY (document_id, version)
);

-- The last number given per business profile and kind. The row is written in the transaction
-- that issues the document, so that a rolled-back issue gives its number back.
CREATE TABLE document_sequences (
    business_profile_id TEXT NOT NULL REFERENCES business_profiles (id) ON DELETE CASCADE,
    kind                TEXT NOT NULL,
    last_number         BIGINT NOT NULL,
    PRIMARY KEY (business_profile_id, kind)
);

CREATE TABLE payments (
    id           TEXT PRIMARY KEY,
    document_id  TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    amount       BIGINT NOT NULL,
    method       TEXT NOT NULL,
    -- A calendar date in London; the instant is created_at.
    date         TEXT NOT NULL,
    notes        TEXT NOT NULL,
    status       TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'rejected')),
    recorded_by  TEXT NOT NULL CHECK (recorded_by IN ('business', 'customer')),
    -- The quote's payment that this one repeats on the invoice made from it.
    carried_from TEXT REFERENCES payments (id) ON DELETE CASCADE,
    created_at   BIGINT NOT NULL,
    decided_at   BIGINT
);

CREATE INDEX payments_document ON payments (document_id, created_at, id);
-- Of two customers recording a payment at once, one waits for the other's to be decided.
CREATE UNIQUE INDEX payments_one_pending ON payments (document_id) WHERE status = 'pending';
CREATE UNIQUE INDEX payments_carried ON payments (carried_from);
