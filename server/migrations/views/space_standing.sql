-- The role of an account in a group with this owner; null: none. Its owner and moderators lead it, and all its rooms. The
-- account for which the tokens of the group act has the rights of the owner (docs/decisions/0201).
CREATE FUNCTION space_standing(of_space text, of_owner text, of_user text)
RETURNS TABLE (role text, leads boolean) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT own.role, coalesce(own.role IN ('owner', 'moderator'), false)
  FROM (
    SELECT CASE WHEN of_owner = of_user THEN 'owner' ELSE (
      SELECT CASE WHEN m.is_service THEN 'owner' ELSE m.role END FROM space_members m
      WHERE m.space_id = of_space AND m.user_id = of_user
    ) END AS role
  ) own;
END;
