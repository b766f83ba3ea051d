-- Whether a business's new documents start with prices that include VAT. What a document says of it stands in
-- its own input.
ALTER TABLE business_profiles ADD COLUMN prices_include_vat BIGINT NOT NULL DEFAULT 0;
