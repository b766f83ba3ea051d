-- Accounts, address books, price lists, business profiles and the services beneath them.
-- One text for SQLite and PostgreSQL: ids are UUIDv7 as TEXT, instants unix milliseconds,
-- calendar dates YYYY-MM-DD, booleans 0 or 1, JSON as TEXT.

CREATE TABLE users (
    id TEXT PRIMARY KEY NOT NULL,
    -- As typed, and the form in which addresses are compared.
    email TEXT NOT NULL,
    email_key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    -- NULL until the e-mailed code was entered.
    verified_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE TABLE verification_codes (
    user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    salt TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    tries BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    sent_at BIGINT NOT NULL
);

CREATE TABLE sessions (
    -- SHA-256 of the secret in the cookie: who reads this table cannot sign in.
    token_hash TEXT PRIMARY KEY NOT NULL,
    id TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    user_agent TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_seen ON sessions (last_seen_at);

CREATE TABLE contacts (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    name TEXT NOT NULL,
    company TEXT NOT NULL,
    address_line1 TEXT NOT NULL,
    address_line2 TEXT NOT NULL,
    city TEXT NOT NULL,
    county TEXT NOT NULL,
    post_code TEXT NOT NULL,
    country TEXT NOT NULL,
    phone TEXT NOT NULL,
    email TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX contacts_user ON contacts (user_id);

-- Amounts, rates and quantities are kept as the decimal text that was given: a price may have
-- four decimals, so pence would lose some.
CREATE TABLE items (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    quantity TEXT NOT NULL,
    price TEXT NOT NULL,
    include_labour BIGINT NOT NULL,
    labour_hours TEXT NOT NULL,
    labour_rate TEXT NOT NULL,
    labour_unit_type TEXT NOT NULL,
    -- JSON {treatment, rate}, or NULL for the document's own rate.
    vat TEXT,
    cost_type TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX items_user ON items (user_id);

CREATE TABLE files (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- 'logo': readable by anyone who has the id, since customers see it.
    kind TEXT NOT NULL,
    content_type TEXT NOT NULL,
    byte_size BIGINT NOT NULL,
    width BIGINT NOT NULL,
    height BIGINT NOT NULL,
    sha256 TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX files_user ON files (user_id);

CREATE TABLE business_profiles (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    phone TEXT NOT NULL,
    website TEXT NOT NULL,
    logo_file_id TEXT REFERENCES files (id) ON DELETE SET NULL,
    template TEXT NOT NULL,
    address_line1 TEXT NOT NULL,
    address_line2 TEXT NOT NULL,
    city TEXT NOT NULL,
    county TEXT NOT NULL,
    post_code TEXT NOT NULL,
    country TEXT NOT NULL,
    tax_number TEXT NOT NULL,
    registration_number TEXT NOT NULL,
    quote_terms TEXT NOT NULL,
    invoice_terms TEXT NOT NULL,
    accepts_cash BIGINT NOT NULL,
    accepts_bank_transfer BIGINT NOT NULL,
    accepts_card BIGINT NOT NULL,
    accepts_paypal BIGINT NOT NULL,
    bank_name TEXT NOT NULL,
    account_name TEXT NOT NULL,
    account_number TEXT NOT NULL,
    sort_code TEXT NOT NULL,
    -- The connected account at the card provider; set by onboarding, never by a client.
    stripe_account_id TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    -- A profile is hidden, never removed: the numbers given under it stay accounted for.
    deleted_at BIGINT
);
CREATE INDEX business_profiles_user ON business_profiles (user_id);

-- Work that a committed transaction caused and a worker does afterwards, at least once.
CREATE TABLE jobs (
    id TEXT PRIMARY KEY NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    run_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    -- A worker that took the job and died leaves it to others after this.
    locked_until BIGINT,
    last_error TEXT,
    -- Set when the worker has given up; the row stays for people to see.
    failed_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX jobs_due ON jobs (run_at);

CREATE TABLE idempotency_keys (
    -- Whose key it is: 'user:…' or 'link:…'.
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    route TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    -- 0 while the first request runs.
    status BIGINT NOT NULL,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

CREATE TABLE activities (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    subject_kind TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    -- JSON with what the line needs: number, contact name, amount.
    data TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX activities_user ON activities (user_id, created_at);
