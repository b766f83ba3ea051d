-- Whether a person said what they earned elsewhere in a tax year: nothing that was said is nothing, and what nobody
-- said is not known.
ALTER TABLE tax_years ADD COLUMN elsewhere_known BIGINT NOT NULL DEFAULT 0;
UPDATE tax_years SET elsewhere_known = 1 WHERE elsewhere <> 0;

-- What a month's CIS return said when it was marked as filed: who was on it, by which numbers, and what they were paid, as
-- core keeps it, JSON. Empty of those that were filed before it was kept: they say what is known now.
ALTER TABLE cis_returns ADD COLUMN filed TEXT NOT NULL DEFAULT '';
