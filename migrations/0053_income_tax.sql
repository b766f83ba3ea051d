-- What a person chose for the Income Tax of a tax year: how it counts, and what no document or expense says.
CREATE TABLE tax_years (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The calendar year in which it begins.
    year BIGINT NOT NULL,
    version BIGINT NOT NULL,
    business TEXT NOT NULL,
    basis TEXT NOT NULL,
    vehicles TEXT NOT NULL,
    -- The percentage of what vehicles really cost that was private.
    private_share TEXT NOT NULL,
    quarters TEXT NOT NULL,
    -- Hours of work at home in each tax month from 6 April on, JSON.
    home_hours TEXT NOT NULL,
    -- Pence of gross income that count for Making Tax Digital beside the account's own.
    elsewhere BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (user_id, year)
);

-- Income of the business that no document asked for, such as interest or scrap that was sold.
CREATE TABLE other_income (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    date TEXT NOT NULL,
    description TEXT NOT NULL,
    amount BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX other_income_date ON other_income (user_id, date, id);

-- The percentage of an expense that was not for the business; empty where all of it was.
ALTER TABLE expenses ADD COLUMN private_share TEXT NOT NULL DEFAULT '';
-- Whether it is a cost of a vehicle, for which a rate for each mile can stand.
ALTER TABLE expenses ADD COLUMN vehicle_cost BIGINT NOT NULL DEFAULT 0;
