-- A recording may also stop because its node was lost.
ALTER TABLE records
  DROP CONSTRAINT records_stop_reason_check,
  ADD CONSTRAINT records_stop_reason_check
    CHECK (stop_reason IN ('person', 'call_ended', 'recorder', 'recorder_lost'));
