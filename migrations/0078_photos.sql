-- Which quote shows which photos, so that a picture in use is not cleared away. What a version was issued
-- with stays by its own mark on the file.
-- One text for SQLite and PostgreSQL, as in the files before it.
CREATE TABLE document_photos (
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    file_id TEXT NOT NULL REFERENCES files (id) ON DELETE CASCADE,
    PRIMARY KEY (document_id, file_id)
);
CREATE INDEX document_photos_file ON document_photos (file_id);
