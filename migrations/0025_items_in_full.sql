-- What a thing costs and is sold by, where it stands in the library, and its code in a merchant's price list.
ALTER TABLE items ADD COLUMN code TEXT NOT NULL DEFAULT '';
ALTER TABLE items ADD COLUMN unit TEXT NOT NULL DEFAULT '';
ALTER TABLE items ADD COLUMN cost TEXT NOT NULL DEFAULT '';
ALTER TABLE items ADD COLUMN category TEXT NOT NULL DEFAULT '';
ALTER TABLE items ADD COLUMN favourite BIGINT NOT NULL DEFAULT 0;
