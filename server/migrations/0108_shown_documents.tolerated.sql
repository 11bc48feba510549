-- Documents that a client of BigBlueButton sends: their content waits here until it is stored as a file.
CREATE TABLE document_contents (
  document_id text PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
  content bytea NOT NULL
);
ALTER TABLE documents
  -- Its first page is put on the stage as soon as it is ready.
  ADD COLUMN is_shown_when_ready boolean NOT NULL DEFAULT false;
