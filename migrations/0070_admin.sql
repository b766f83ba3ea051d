-- Who looks after this server's accounts, and what they did.
-- One text for SQLite and PostgreSQL, as in the files before it.

-- Accounts that may open the pages of the administration. The role is looked at anew in each request.
CREATE TABLE admins (
    user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Unix milliseconds, as everywhere below.
    granted_at BIGINT NOT NULL
);

-- Accounts that are kept out.
CREATE TABLE suspensions (
    user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- For those who look after the server.
    reason TEXT NOT NULL,
    suspended_at BIGINT NOT NULL
);

-- Accounts that let support look into them, and until when.
CREATE TABLE support_access (
    user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    given_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL
);

-- A session of support in an account: whose it is, and when it ends at the latest. NULL: the owner's own.
ALTER TABLE sessions ADD COLUMN entered_by TEXT;
ALTER TABLE sessions ADD COLUMN entered_until BIGINT;
CREATE INDEX sessions_entered ON sessions (entered_by);

-- What was done by those who look after accounts. Rows are added and never changed. An account is named by its id
-- alone, so that nothing of a person is left here once it is deleted; who acted is named as they were then.
CREATE TABLE audit_log (
    id TEXT PRIMARY KEY NOT NULL,
    at BIGINT NOT NULL,
    -- The account that acted; NULL: the operator, on the command line.
    actor_id TEXT,
    actor TEXT NOT NULL,
    act TEXT NOT NULL,
    -- The account that it was done to; NULL: none.
    on_id TEXT,
    -- The reason, or what of it.
    about TEXT NOT NULL
);
CREATE INDEX audit_log_at ON audit_log (at);
CREATE INDEX audit_log_on ON audit_log (on_id, at);

-- Questions to the operator are a queue: open, answered, closed. Those of plans with priority come first.
ALTER TABLE support_messages ADD COLUMN status TEXT NOT NULL DEFAULT 'open';
ALTER TABLE support_messages ADD COLUMN goes_first BIGINT NOT NULL DEFAULT 0;
ALTER TABLE support_messages ADD COLUMN changed_at BIGINT NOT NULL DEFAULT 0;
UPDATE support_messages SET changed_at = created_at;
CREATE INDEX support_messages_queue ON support_messages (status, goes_first, created_at);

CREATE TABLE support_answers (
    id TEXT PRIMARY KEY NOT NULL,
    message_id TEXT NOT NULL REFERENCES support_messages (id) ON DELETE CASCADE,
    -- Who answered, as they were called then.
    answered_by TEXT NOT NULL,
    text TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX support_answers_message ON support_answers (message_id, created_at);

-- Pictures that belong to a question.
CREATE TABLE support_pictures (
    file_id TEXT PRIMARY KEY NOT NULL REFERENCES files (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL REFERENCES support_messages (id) ON DELETE CASCADE,
    place BIGINT NOT NULL
);
CREATE INDEX support_pictures_message ON support_pictures (message_id, place);
