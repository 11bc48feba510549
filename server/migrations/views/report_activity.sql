-- Stores a report of a page: ends the open intervals of the kinds that are off, and starts one of each kind that is on
-- and has no open one. It locks the visit, so that it does not end meanwhile and its reports are stored one by one.
-- A function, because its statements are planned once per connection, and each sees what the one before waited for.
-- False: the participant has no such visit. Without an entry the newest visit is meant; a report without a number
-- counts when it arrives.
CREATE FUNCTION report_activity(
  participant text, space text, entry text, report_number integer, kinds_on text[], kinds_off text[], reported_at timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  visit record;
BEGIN
  -- No join: without statistics the plan would read all visits of the call.
  SELECT v.id, v.entered_at, v.activity_number INTO visit
  FROM visits v
  WHERE v.participant_id = participant AND v.exited_at IS NULL AND (entry IS NULL OR v.entry_id = entry)
    AND (SELECT p.removed_at IS NULL FROM participants p WHERE p.id = participant)
    AND (SELECT c.space_id = space AND c.finished_at IS NULL FROM calls c WHERE c.id = v.call_id)
  ORDER BY v.entered_at DESC LIMIT 1
  FOR NO KEY UPDATE OF v;
  IF NOT FOUND THEN RETURN false; END IF;
  IF report_number <= visit.activity_number THEN RETURN true; END IF;
  IF report_number IS NOT NULL THEN
    UPDATE visits SET activity_number = report_number WHERE id = visit.id;
  END IF;
  UPDATE activity_intervals SET ended_at = greatest(started_at, reported_at)
  WHERE visit_id = visit.id AND ended_at IS NULL AND kind = ANY (kinds_off);
  INSERT INTO activity_intervals (visit_id, kind, started_at)
  SELECT visit.id, kind, greatest(visit.entered_at, reported_at) FROM unnest(kinds_on) AS kind
  ON CONFLICT (visit_id, kind) WHERE ended_at IS NULL DO NOTHING;
  RETURN true;
END;
$$;
