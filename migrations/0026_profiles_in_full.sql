-- What a business's new documents start as, and how they are numbered.
-- Null days: as many as the rules give. Null rate: no subcontractor under CIS.
ALTER TABLE business_profiles ADD COLUMN quote_days BIGINT;
ALTER TABLE business_profiles ADD COLUMN invoice_days BIGINT;
ALTER TABLE business_profiles ADD COLUMN include_deposit BIGINT NOT NULL DEFAULT 0;
ALTER TABLE business_profiles ADD COLUMN deposit TEXT NOT NULL DEFAULT '';
ALTER TABLE business_profiles ADD COLUMN deposit_type TEXT NOT NULL DEFAULT 'percentage';
ALTER TABLE business_profiles ADD COLUMN cis_rate BIGINT;
-- What stands before the number. Empty: as the rules have it for the kind.
ALTER TABLE document_sequences ADD COLUMN prefix TEXT NOT NULL DEFAULT '';
