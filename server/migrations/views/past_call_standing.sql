-- Whether a participant who attended a call may see what remains of it: not after they were removed from it or erased,
-- or their link, part or account was revoked.
CREATE FUNCTION past_call_standing(p participants, of_call text)
RETURNS TABLE (may_see boolean) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT p.removed_at IS NULL AND p.erased_at IS NULL AND NOT s.is_link_revoked AND s.account_admits AND NOT EXISTS (
    SELECT FROM removals_of_person(p.room_id, p.link_id, p.user_id, p.browser_hash, p.external_user_id, p.role, of_call)
  )
  FROM standing_of(p) s;
END;
