-- The groups that exist for others: not those that are being deleted (docs/decisions/0127).
CREATE VIEW spaces AS
  SELECT id, name, description, logo, color, is_public, owner_id, chat_application_id, created_at
  FROM all_spaces WHERE deleting_at IS NULL;
