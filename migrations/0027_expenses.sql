-- What a business spends. One text for SQLite and PostgreSQL, as in the files before it.
CREATE TABLE expenses (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    -- YYYY-MM-DD: when it was paid.
    date TEXT NOT NULL,
    supplier TEXT NOT NULL,
    -- The supplier folded: what lists are ordered by, and by which one is known again.
    supplier_key TEXT NOT NULL,
    description TEXT NOT NULL,
    category TEXT NOT NULL,
    -- Pence, VAT and all; below nothing where money came back.
    amount BIGINT NOT NULL,
    -- A percentage; empty where there is no VAT in it.
    vat_rate TEXT NOT NULL,
    -- Pence of the amount.
    vat_amount BIGINT NOT NULL,
    -- Whom it was for. It outlives them.
    contact_id TEXT REFERENCES contacts (id) ON DELETE SET NULL,
    job TEXT NOT NULL,
    -- Of a journey: what was driven, and how far in tenths of a mile. Its amount is reckoned from them.
    vehicle TEXT,
    tenths BIGINT NOT NULL,
    repeats TEXT NOT NULL,
    repeat_until TEXT,
    -- The day of the last one that was made of it, and of the next.
    repeat_done TEXT,
    repeat_next TEXT,
    -- The one that this was made of; it may be gone.
    repeat_of TEXT,
    -- Whether it came from a bank's file.
    from_bank BIGINT NOT NULL,
    receipt_count BIGINT NOT NULL,
    -- Folded, with a space before and after each: what searches compare.
    words TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX expenses_date ON expenses (user_id, date, id);
CREATE INDEX expenses_amount ON expenses (user_id, amount, id);
CREATE INDEX expenses_supplier ON expenses (user_id, supplier_key, id);
CREATE INDEX expenses_created ON expenses (user_id, created_at, id);
CREATE INDEX expenses_series ON expenses (user_id, repeat_of, date);
CREATE INDEX expenses_contact ON expenses (contact_id);
-- A dashboard's and a list's sums read the index alone.
CREATE INDEX expenses_sums ON expenses (user_id, date, category, contact_id, amount, vat_amount);
CREATE INDEX expenses_journeys ON expenses (user_id, vehicle, date, id, tenths, amount);

-- The pictures of an expense, in their order.
CREATE TABLE expense_receipts (
    file_id TEXT PRIMARY KEY NOT NULL REFERENCES files (id) ON DELETE CASCADE,
    expense_id TEXT NOT NULL REFERENCES expenses (id) ON DELETE CASCADE,
    place BIGINT NOT NULL
);
CREATE INDEX expense_receipts_expense ON expense_receipts (expense_id, place);

-- The lines of bank statements that were imported, so that none is twice. A line stays known when its
-- expense is gone: who deletes what was private does not want it back with the next file.
CREATE TABLE expense_bank_lines (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    fingerprint TEXT NOT NULL,
    expense_id TEXT NOT NULL,
    PRIMARY KEY (user_id, fingerprint)
);
CREATE INDEX expense_bank_lines_expense ON expense_bank_lines (expense_id);
