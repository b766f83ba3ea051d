-- Passkeys beside password and PIN, and what a browser is asked to sign, once. One text for SQLite and PostgreSQL, as in
-- the files before it.

CREATE TABLE passkeys (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The authenticator's own id of it, base64url.
    credential_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    -- JSON of its public key, its counter and how it was made.
    credential TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT
);
CREATE INDEX passkeys_user ON passkeys (user_id, created_at);

CREATE TABLE passkey_ceremonies (
    -- The hash of the secret that the browser brings back.
    token_hash TEXT PRIMARY KEY NOT NULL,
    -- The account that adds one; none where somebody signs in.
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    -- JSON of what the answer is compared with.
    state TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX passkey_ceremonies_expires ON passkey_ceremonies (expires_at);
