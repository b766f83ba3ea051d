-- Payment and deduction statements that contractors gave, as a subcontractor writes them down.
CREATE TABLE cis_statements (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The contact, or 'name:' and the name of a customer whose contact is gone.
    contractor TEXT NOT NULL,
    -- The last day of the tax month, a 5th.
    month TEXT NOT NULL,
    gross BIGINT NOT NULL,
    materials BIGINT NOT NULL,
    deducted BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX cis_statements_month ON cis_statements (user_id, month);
