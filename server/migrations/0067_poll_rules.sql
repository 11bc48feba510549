-- The choices of the person who writes a poll, and the order of prepared polls.
ALTER TABLE chat_polls
  ADD COLUMN is_single_choice boolean NOT NULL DEFAULT false,
  -- While the poll runs, only moderators see its results.
  ADD COLUMN are_results_hidden boolean NOT NULL DEFAULT false,
  ADD COLUMN position integer NOT NULL DEFAULT 0;

UPDATE chat_polls p SET position = o.position
FROM (
  SELECT id, row_number() OVER (PARTITION BY channel_id ORDER BY id) AS position FROM chat_polls WHERE status = 'new'
) o
WHERE o.id = p.id;
