-- Finished calls that nobody made, for tests of an integration (docs/decisions/0202).
ALTER TABLE calls ADD COLUMN is_sample boolean NOT NULL DEFAULT false;
ALTER TABLE records ADD COLUMN is_sample boolean NOT NULL DEFAULT false;
ALTER TABLE webhook_deliveries ADD COLUMN is_sample boolean NOT NULL DEFAULT false;
