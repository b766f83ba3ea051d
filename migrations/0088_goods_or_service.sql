-- Whether what was bought is goods: 'goods', 'service', or 'notSaid'. The flat rate scheme's test of limited cost counts
-- goods alone.
ALTER TABLE expenses ADD COLUMN goods_or_service TEXT NOT NULL DEFAULT 'notSaid';
