-- A business's registration for VAT, and how it accounts for it.
CREATE TABLE vat_registrations (
    profile_id TEXT PRIMARY KEY NOT NULL REFERENCES business_profiles (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    -- The effective date of registration.
    registered_from TEXT NOT NULL,
    registered_until TEXT,
    -- How its time is cut into periods, JSON.
    stagger TEXT NOT NULL,
    -- How it accounts from which day on, JSON.
    schemes TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX vat_registrations_user ON vat_registrations (user_id);

-- Returns that were filed: locked, with what stood behind their boxes.
CREATE TABLE vat_returns (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    profile_id TEXT NOT NULL REFERENCES business_profiles (id) ON DELETE CASCADE,
    period_from TEXT NOT NULL,
    period_to TEXT NOT NULL,
    -- As core keeps it, JSON.
    filed TEXT NOT NULL,
    filed_at BIGINT NOT NULL,
    UNIQUE (profile_id, period_to)
);
CREATE INDEX vat_returns_user ON vat_returns (user_id);
