-- The trade that a business belongs to, as its owner calls it: HMRC wants one quarterly update and one set of
-- self-employment pages for each. Empty: the account has one trade, or this is of that which has no name.
ALTER TABLE business_profiles ADD COLUMN trade TEXT NOT NULL DEFAULT '';
-- The business that other income is of; none: the account's first.
ALTER TABLE other_income ADD COLUMN business_profile_id TEXT REFERENCES business_profiles (id) ON DELETE SET NULL;
