-- The participants by whom a moderator keeps a person out of a room now; with a call, those who were removed from that
-- call. The rule of decisions.md, section 4, for who is the same person: by account or external id; by a link that is not
-- permanent, by the link; otherwise by the browser. A moderator's and a guest's credential in one browser are two people:
-- two links in two tabs. OFFSET 0 lets the planner begin with the room of each participant who is asked about.
CREATE FUNCTION removals_of_person(
  of_room text, of_link text, of_user text, of_browser bytea, of_external_user text, of_role text, of_call text
) RETURNS TABLE (participant_id text, ban text) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT x.participant_id, x.ban
  FROM (
    SELECT r.participant_id, r.room_id, r.link_id, r.user_id, r.browser_hash, r.external_user_id, r.ban
    FROM removals r WHERE r.room_id = of_room AND of_call IS NULL
    UNION ALL
    SELECT p.id, p.room_id, p.link_id, p.user_id, p.browser_hash, p.external_user_id, 'removed_from_call'
    FROM participants p WHERE p.call_id = of_call AND p.removed_at IS NOT NULL
  ) x LEFT JOIN access_links l ON l.id = of_link
  WHERE x.external_user_id = of_external_user
    OR x.user_id = of_user
    OR x.link_id = of_link AND (x.browser_hash = of_browser OR NOT l.is_permanent)
    OR x.browser_hash = of_browser AND of_role = 'user' AND coalesce(l.is_permanent, true)
  OFFSET 0;
END;
