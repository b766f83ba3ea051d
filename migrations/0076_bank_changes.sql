-- Changes of where a business is paid. A change counts for its documents once it has stood for 48 hours; until then
-- they name what was on file before.
CREATE TABLE bank_changes (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    profile_id TEXT NOT NULL REFERENCES business_profiles (id) ON DELETE CASCADE,
    -- 'bank' or 'paypal'.
    way TEXT NOT NULL,
    -- What was on file until then, JSON.
    held TEXT NOT NULL,
    -- Unix milliseconds.
    changed_at BIGINT NOT NULL,
    -- 1 once it counts.
    stood BIGINT NOT NULL
);
CREATE INDEX bank_changes_profile ON bank_changes (profile_id, way, changed_at);
CREATE INDEX bank_changes_user ON bank_changes (user_id, changed_at);
