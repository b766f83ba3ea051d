-- The business that an expense is of; none: the account's first.
ALTER TABLE expenses ADD COLUMN business_profile_id TEXT REFERENCES business_profiles (id) ON DELETE SET NULL;
CREATE INDEX expenses_business ON expenses (business_profile_id);
