-- Whether an account is the viewer's own or shares a group with it. OFFSET 0 keeps the planner from joining all groups:
-- memberships are few, but an integrator may own a hundred thousand groups. The owners of the viewer's groups are read
-- once for all accounts of a list, since the viewer may be in hundreds of groups.
CREATE FUNCTION acquaintance(of_user text, viewer text)
RETURNS TABLE (shares_group boolean) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT of_user = viewer
    OR EXISTS (
      SELECT FROM space_members m
      WHERE m.user_id = of_user AND (
        EXISTS (SELECT FROM spaces s WHERE s.id = m.space_id AND s.owner_id = viewer OFFSET 0)
        OR EXISTS (SELECT FROM space_members v WHERE v.space_id = m.space_id AND v.user_id = viewer OFFSET 0)
      )
      OFFSET 0
    )
    OR of_user IN (
      SELECT (SELECT s.owner_id FROM spaces s WHERE s.id = v.space_id) FROM space_members v WHERE v.user_id = viewer
    );
END;
