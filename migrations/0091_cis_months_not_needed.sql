-- Of a month in which nobody is paid: whether HMRC was told so, and wants no return. `filed_on` is the day of it then.
ALTER TABLE cis_returns ADD COLUMN not_needed BIGINT NOT NULL DEFAULT 0;
