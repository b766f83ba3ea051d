-- Accounts in full: human checks that serve once, counted tries, password resets, devices with
-- their PIN, changes of address, and exports.

-- Secrets that every server beside this database shares, made at the first start.
CREATE TABLE server_secrets (
    name TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

-- Human checks that were used, until they would have run out anyway.
CREATE TABLE used_captchas (
    token_hash TEXT PRIMARY KEY NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX used_captchas_expiry ON used_captchas (expires_at);

-- Tries at codes and passwords. The key is the hash of what is tried and by whom, known or not,
-- so that the table names nobody and an unknown address looks like a known one.
CREATE TABLE attempts (
    key_hash TEXT PRIMARY KEY NOT NULL,
    tries BIGINT NOT NULL,
    started_at BIGINT NOT NULL
);
CREATE INDEX attempts_started ON attempts (started_at);

CREATE TABLE password_resets (
    token_hash TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX password_resets_user ON password_resets (user_id);

-- A browser in which the account's password was entered. Its secret is in a cookie; the PIN is
-- kept as a hash together with that secret, so that this table alone cannot be searched for it.
CREATE TABLE devices (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    secret_hash TEXT NOT NULL UNIQUE,
    user_agent TEXT NOT NULL,
    -- NULL: no PIN on this device.
    pin_hash TEXT,
    -- Wrong PINs since the last right one.
    pin_failures BIGINT NOT NULL,
    -- Set when too many wrong PINs took the device's PIN away; a password makes a new device.
    removed_at BIGINT,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL
);
CREATE INDEX devices_user ON devices (user_id);

-- A change of address that waits for the code sent to the new one.
CREATE TABLE email_changes (
    user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    email_key TEXT NOT NULL,
    salt TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    sent_at BIGINT NOT NULL
);

CREATE TABLE exports (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- 'queued', 'running', 'ready' or 'failed'.
    status TEXT NOT NULL,
    -- 0 to 100.
    progress BIGINT NOT NULL,
    byte_size BIGINT,
    -- The session that asked for it, which may fetch it without the password.
    session_id TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX exports_user ON exports (user_id, created_at);
CREATE INDEX exports_expiry ON exports (expires_at);

-- The last time somebody signed in by password; NULL until then.
ALTER TABLE users ADD COLUMN last_login_at BIGINT;
-- When the password was entered again in this session.
ALTER TABLE sessions ADD COLUMN confirmed_at BIGINT;
ALTER TABLE sessions ADD COLUMN by_pin BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN device_id TEXT;
