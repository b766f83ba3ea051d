-- Accounts whose address nobody verified end seven days after they were registered: those that are
-- there already too. One text for SQLite and PostgreSQL, as in the files before it.

INSERT INTO schedules (key, user_id, kind, payload, due_at, created_at)
    SELECT 'unverified:' || id, id, 'end_unverified', id, created_at + 604800000, created_at
    FROM users WHERE verified_at IS NULL AND last_login_at IS NULL;
