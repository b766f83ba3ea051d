-- What a month's CIS return said when it was marked as filed: who was on it, by which numbers, and what they were paid, as
-- core keeps it, JSON. Empty of those that were filed before it was kept: they say what is known now.
ALTER TABLE cis_returns ADD COLUMN filed TEXT NOT NULL DEFAULT '';
