-- Whether a person said what they earned elsewhere in a tax year: nothing that was said is nothing, and what nobody
-- said is not known.
ALTER TABLE tax_years ADD COLUMN elsewhere_known BIGINT NOT NULL DEFAULT 0;
UPDATE tax_years SET elsewhere_known = 1 WHERE elsewhere <> 0;
