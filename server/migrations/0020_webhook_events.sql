-- The events that a webhook requests beyond those that every webhook gets.
ALTER TABLE webhooks ADD COLUMN events text[] NOT NULL DEFAULT '{}';
