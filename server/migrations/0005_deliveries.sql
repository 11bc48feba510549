-- The log of what was sent to webhooks, sending again, and receivers in trouble.

ALTER TABLE webhooks
  -- whom the limit of requests at once protects: all that lies at one origin
  ADD COLUMN target text NOT NULL
    GENERATED ALWAYS AS (coalesce(substring(lower(url) FROM '^https?://[^/?#]+'), url)) STORED,
  -- signs beside the new one while they overlap
  ADD COLUMN previous_secret bytea,
  ADD COLUMN previous_secret_until timestamptz,
  -- deliveries that failed one after another, and when the first and the last of them did
  ADD COLUMN failed_in_row integer NOT NULL DEFAULT 0,
  ADD COLUMN failed_since timestamptz,
  ADD COLUMN last_failed_at timestamptz,
  -- the last attempt failed: it waits in a line of its own and holds up nobody who is well
  ADD COLUMN is_troubled boolean NOT NULL DEFAULT false;

ALTER TABLE webhook_deliveries
  ADD COLUMN is_test boolean NOT NULL DEFAULT false,
  -- the number of its last attempt where one more was asked for; else the settings say it
  ADD COLUMN last_attempt integer;

ALTER TABLE webhook_attempts
  ADD COLUMN number integer NOT NULL DEFAULT 1,
  -- what was sent, but for the inner object, which never changes; null: nothing was
  ADD COLUMN url text,
  ADD COLUMN signature text,
  ADD COLUMN header_signature text;
UPDATE webhook_attempts a SET number = n.number FROM (
  SELECT id, row_number() OVER (PARTITION BY delivery_id ORDER BY started_at) AS number FROM webhook_attempts
) n WHERE n.id = a.id;
ALTER TABLE webhook_attempts ALTER COLUMN number DROP DEFAULT;

-- A sender asks each webhook for its next ones: however much waits for one, the others are found at once.
DROP INDEX webhook_deliveries_due;
CREATE INDEX webhook_deliveries_first ON webhook_deliveries (webhook_id, sequence)
  WHERE status = 'pending' AND attempts = 0;
CREATE INDEX webhook_deliveries_again ON webhook_deliveries (webhook_id, next_attempt_at)
  WHERE status = 'pending' AND attempts > 0;
CREATE INDEX webhook_deliveries_held ON webhook_deliveries (claimed_until)
  WHERE status = 'pending' AND claimed_until IS NOT NULL;
-- The log, by the time that its filters name. The page is found in the index alone, also where it is far down.
DROP INDEX webhook_deliveries_webhook;
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, created_at, sequence);
CREATE INDEX webhook_deliveries_status ON webhook_deliveries (webhook_id, status, created_at, sequence);
CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (created_at) WHERE status <> 'pending';
