-- The percentage of what is left that a person puts aside for Income Tax and National Insurance.
CREATE TABLE tax_pots (
    user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    percentage TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);
