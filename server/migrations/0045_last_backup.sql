-- When the last backup of this installation was completed; NULL: none by a version that notes it. For the metrics.
ALTER TABLE installation ADD COLUMN last_backup_at timestamptz;
