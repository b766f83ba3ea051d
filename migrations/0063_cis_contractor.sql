-- A business that pays subcontractors, as HMRC knows it.
CREATE TABLE cis_contractors (
    profile_id TEXT PRIMARY KEY NOT NULL REFERENCES business_profiles (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    -- 123/AB456
    employer_reference TEXT NOT NULL,
    -- 123PA00045678, or empty.
    accounts_office_reference TEXT NOT NULL,
    -- The first and the last day on which it is a contractor: returns are owed for their months.
    begins TEXT NOT NULL,
    ends TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX cis_contractors_user ON cis_contractors (user_id);

-- A contact who is paid as a subcontractor, as HMRC knows them.
CREATE TABLE cis_subcontractors (
    contact_id TEXT PRIMARY KEY NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    -- Their name, or the one that they trade under.
    name TEXT NOT NULL,
    -- Ten digits, or empty.
    utr TEXT NOT NULL,
    -- V0012345678/AB, or empty.
    verification_number TEXT NOT NULL,
    vat_registered BIGINT NOT NULL,
    -- Which status holds from which day on, JSON.
    holdings TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX cis_subcontractors_user ON cis_subcontractors (user_id);

-- What of an expense makes it a payment to a subcontractor: it has no row without its expense.
CREATE TABLE cis_payments (
    expense_id TEXT PRIMARY KEY NOT NULL REFERENCES expenses (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    profile_id TEXT NOT NULL REFERENCES business_profiles (id) ON DELETE CASCADE,
    -- It outlives no payment: one who was paid is not deleted.
    contact_id TEXT NOT NULL REFERENCES contacts (id),
    -- The day of the payment, as its expense has it.
    date TEXT NOT NULL,
    -- The percentage that held on it.
    rate BIGINT NOT NULL,
    gross BIGINT NOT NULL,
    materials BIGINT NOT NULL,
    vat BIGINT NOT NULL,
    deducted BIGINT NOT NULL
);
CREATE INDEX cis_payments_date ON cis_payments (user_id, profile_id, date);
CREATE INDEX cis_payments_contact ON cis_payments (contact_id);

-- Months whose return was sent to HMRC.
CREATE TABLE cis_returns (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    profile_id TEXT NOT NULL REFERENCES business_profiles (id) ON DELETE CASCADE,
    -- The last day of the tax month, a 5th.
    month TEXT NOT NULL,
    -- The day on which it was sent.
    filed_on TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (profile_id, month)
);
CREATE INDEX cis_returns_user ON cis_returns (user_id);
