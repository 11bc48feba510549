-- Which node holds it: one that was killed lets go of its own when it starts again.
ALTER TABLE webhook_deliveries ADD COLUMN claimed_by text;
-- Is the attempt under way the second go at one whose sender died? Lost once more, it counts.
ALTER TABLE webhook_deliveries ADD COLUMN is_repeat boolean NOT NULL DEFAULT false;
