-- What people wrote to whoever runs the server. Answers go by e-mail.
-- One text for SQLite and PostgreSQL, as in the files before it.
CREATE TABLE support_messages (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    subject TEXT NOT NULL,
    message TEXT NOT NULL,
    -- The browser that it was written in, as it calls itself.
    browser TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX support_messages_user ON support_messages (user_id, created_at);
