-- What /readyz writes to see whether the database takes writes.
-- One text for SQLite and PostgreSQL, as in the files before it.

-- One row, written over each time.
CREATE TABLE write_checks (
    id BIGINT PRIMARY KEY,
    checked_at BIGINT NOT NULL
);
