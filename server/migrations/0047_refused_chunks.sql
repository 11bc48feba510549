-- A chunk that the engine refuses becomes a mark in the transcript, unless most of them are refused.

ALTER TABLE transcript_chunks ADD COLUMN is_refused boolean NOT NULL DEFAULT false;
