-- Whether a recording of BigBlueButton stays unpublished when it is ready: a client said so while it was processed.
ALTER TABLE bbb_recordings ADD COLUMN is_kept_unpublished boolean NOT NULL DEFAULT false;
