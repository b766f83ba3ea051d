-- What happened while nobody looked: a list for each account, the switches of what is sent to devices, and the browsers
-- to which it is sent. One text for SQLite and PostgreSQL, as in the files before it.

CREATE TABLE notifications (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    subject_kind TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    number TEXT NOT NULL,
    who TEXT NOT NULL,
    -- Pence.
    amount BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    read_at BIGINT
);
CREATE INDEX notifications_user ON notifications (user_id, created_at, id);
-- The number on the bell is counted without a look at what was read.
CREATE INDEX notifications_unread ON notifications (user_id) WHERE read_at IS NULL;
CREATE INDEX notifications_created ON notifications (created_at);

-- None for an account that never changed one: everything is sent, without names and amounts.
CREATE TABLE notification_settings (
    user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    show_details BIGINT NOT NULL,
    -- A JSON list of the topics that are switched off.
    switched_off TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);

-- A browser that a push service reaches. The address is its service's secret, and it is one account's at a time.
CREATE TABLE push_subscriptions (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    device_id TEXT NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
    endpoint TEXT NOT NULL,
    endpoint_hash TEXT NOT NULL UNIQUE,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    -- How often in a row its service refused what was sent.
    refusals BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    last_sent_at BIGINT
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id, created_at);
CREATE INDEX push_subscriptions_device ON push_subscriptions (device_id);
