-- Jobs with goods, which may be cancelled until 14 days after the last of them arrive, and what else a consumer is told
-- before they agree.
-- One text for SQLite and PostgreSQL, as in the files before it.

-- The day on which the last of a quote's goods arrived, as the business says; NULL: not yet, or there are none.
ALTER TABLE documents ADD COLUMN goods_arrived_date TEXT;
-- What the business says of when goods are delivered and work is done, of complaints, and of goods that go back; empty:
-- in our words.
ALTER TABLE business_profiles ADD COLUMN work_time TEXT NOT NULL DEFAULT '';
ALTER TABLE business_profiles ADD COLUMN complaints TEXT NOT NULL DEFAULT '';
ALTER TABLE business_profiles ADD COLUMN returns TEXT NOT NULL DEFAULT '';
