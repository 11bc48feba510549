-- The removals of a person in a room. The rule of decisions.md, section 4, for who is the same person: by account or
-- external id; by a link that is not permanent, by the link; otherwise by the browser. A moderator's and a guest's
-- credential in one browser are two people: two links in two tabs.
CREATE FUNCTION removals_of_person(
  of_room text, of_link text, of_user text, of_browser bytea, of_external_user text, of_role text
) RETURNS TABLE (participant_id text, call_id text, is_removed boolean, ban text) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT x.participant_id, x.call_id, x.is_removed, x.ban
  FROM removals x LEFT JOIN access_links l ON l.id = of_link
  WHERE x.room_id = of_room AND (
    x.external_user_id = of_external_user
    OR x.user_id = of_user
    OR x.link_id = of_link AND (x.browser_hash = of_browser OR NOT l.is_permanent)
    OR x.browser_hash = of_browser AND of_role = 'user' AND coalesce(l.is_permanent, true)
  );
END;
