-- Is the attempt under way the second go at one whose sender died? Lost once more, it counts.
ALTER TABLE webhook_deliveries ADD COLUMN is_repeat boolean NOT NULL DEFAULT false;
