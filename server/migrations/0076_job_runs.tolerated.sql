-- The last run of each background job on each node, for `lectern jobs`. A node writes its rows every 10 s.
CREATE TABLE job_runs (
  name text NOT NULL,
  -- Without a reference: the row of a node is absent for a moment after an outage of the database.
  node text NOT NULL,
  every_ms integer NOT NULL,
  -- Null: each node does the job.
  lease_seconds integer,
  -- Null: the job has not run since the start of the node.
  begun_at timestamptz,
  -- The end of the last run that ended, its length, and why it failed; null: it did not.
  ended_at timestamptz,
  seconds double precision,
  error text,
  PRIMARY KEY (name, node)
);
