-- A document may be from no business profile: then it is from its owner, whose numbers are a sequence of their own.
-- One text for SQLite and PostgreSQL, as in the files before it. SQLite takes a NOT NULL off a column with the column
-- only, so it is copied and takes the name of the one before it, as in 0006: no row is removed, and no table that
-- others refer to.
ALTER TABLE documents ADD COLUMN from_profile_id TEXT REFERENCES business_profiles (id);
UPDATE documents SET from_profile_id = business_profile_id;
DROP INDEX documents_number;
ALTER TABLE documents DROP COLUMN business_profile_id;
ALTER TABLE documents RENAME COLUMN from_profile_id TO business_profile_id;
CREATE UNIQUE INDEX documents_number ON documents (business_profile_id, kind, number);
CREATE UNIQUE INDEX documents_number_of_owner ON documents (user_id, kind, number)
    WHERE business_profile_id IS NULL;

-- As document_sequences, of the documents without a profile.
CREATE TABLE owner_sequences (
    user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind        TEXT NOT NULL,
    last_number BIGINT NOT NULL,
    PRIMARY KEY (user_id, kind)
);
