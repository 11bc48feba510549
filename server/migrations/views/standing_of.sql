-- The rights of a participant now. Everything is asked anew: of the account, the link, the room and the call. One row; as
-- it becomes part of the statement that asks it, a column that the statement does not name costs nothing. A statement
-- that locks or updates the participant gets the rights of the locked row.
CREATE FUNCTION standing_of(p participants) RETURNS TABLE (
  -- In the call: one that a moderator gave for this call, else by a link the link's, by an account its present one in
  -- the room. Nobody takes the role from an account that leads the room.
  role text,
  -- Whether the account leads the room, and whether it may enter the room also while that is private.
  leads boolean, may_enter_when_private boolean,
  -- The account was disabled, or its password reset, after they entered; the link was revoked; another browser has it.
  is_account_revoked boolean, is_link_revoked boolean, is_link_taken boolean,
  -- In a private room an account that lost the part by which it came does not let them stay.
  account_admits boolean,
  -- They were in the running call; a page of theirs shows a session of the webinar that has not ended.
  is_in_call boolean, is_watching boolean,
  -- The current one: an admission to a call that is over counts as waiting.
  admission text,
  -- An admission stays for its call, whatever settings of the room change.
  stays_admitted boolean,
  -- Whether the room wants them to wait (docs/decisions/0092).
  has_to_wait boolean,
  -- From when the admission of a person who need not wait holds, if it ends with the call: a moderator opened the room
  -- for this call only. Null: it does not end.
  opened_at timestamptz,
  -- They wait, if their page still asks.
  is_waiting boolean,
  -- The reason: 'opening', 'moderator' or 'admission'.
  waits_for text,
  -- Why a moderator keeps the person out: 'removed_from_call' or 'entry_refused'.
  ban text,
  -- They were removed or refused, their link, part or account was revoked, or another browser has the link.
  is_excluded boolean,
  -- The refusal that they get then: 'removed_from_call', or 'link_used' if the other browser is the only reason.
  exclusion text,
  -- They may use the call and its chat. False while they wait.
  is_admitted boolean,
  -- The role that the session gives; null for people whom the account or the link shuts out. A session lives longer than
  -- most links: people keep the role while they are in the call, watch a session, or could enter by the link again.
  call_role text
) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT rule.role, fact.leads, fact.may_enter_when_private, fact.is_account_revoked, fact.is_link_revoked,
    fact.is_link_taken, rule.account_admits, fact.is_in_call, fact.is_watching, rule.admission, rule.stays_admitted,
    -- The room is read first: the role takes more.
    (
      SELECT coalesce(r.opens_at > now(), false)
        OR r.opens_with = 'moderator' AND NOT EXISTS (SELECT FROM moderators_in_call(r.id))
        OR CASE r.waiting_room_audience
          WHEN 'everyone' THEN true
          WHEN 'guests' THEN (SELECT a.role IS NULL FROM room_standing(r.id, p.user_id) a)
          ELSE false
        END
        OR coalesce((SELECT l.waits_for_admission FROM access_links l WHERE l.id = p.link_id), false)
      FROM rooms r WHERE r.id = p.room_id
    ) AND rule.role = 'user',
    CASE WHEN (SELECT r.opens_with = 'moderator' FROM rooms r WHERE r.id = p.room_id) AND rule.role = 'user'
      THEN (SELECT max(m.entered_at) FROM moderators_in_call(p.room_id) m) END,
    p.admission = 'waiting' AND p.removed_at IS NULL AND NOT fact.is_link_revoked AND NOT fact.is_link_taken,
    CASE WHEN rule.admission = 'waiting' THEN (
      SELECT CASE
        WHEN r.opens_at > now() THEN 'opening'
        WHEN EXISTS (SELECT FROM moderators_in_call(r.id)) THEN 'admission'
        ELSE 'moderator'
      END
      FROM rooms r WHERE r.id = p.room_id
    ) END,
    rule.ban, excluded.reason IS NOT NULL, excluded.reason, rule.admission = 'admitted' AND excluded.reason IS NULL,
    CASE
      WHEN fact.is_link_revoked OR NOT rule.account_admits THEN NULL
      WHEN p.removed_at IS NULL AND (p.link_id IS NULL OR NOT fact.is_link_taken AND p.admission = 'admitted' AND (
        (SELECT l.expires_at > now() FROM access_links l WHERE l.id = p.link_id)
        OR fact.is_in_call OR fact.is_watching
      )) THEN rule.role
      ELSE 'user'
    END
  FROM (
    SELECT (SELECT a.leads FROM room_standing(p.room_id, p.user_id) a) AS leads,
      (SELECT a.may_enter_when_private FROM room_standing(p.room_id, p.user_id) a) AS may_enter_when_private,
      EXISTS (
        SELECT FROM users u
        WHERE u.id = p.user_id AND (u.disabled_at IS NOT NULL OR u.entries_valid_from > p.created_at)
      ) AS is_account_revoked,
      coalesce((SELECT l.revoked_at IS NOT NULL FROM access_links l WHERE l.id = p.link_id), false) AS is_link_revoked,
      coalesce((
        SELECT NOT l.is_permanent AND l.bound_to <> p.browser_hash FROM access_links l WHERE l.id = p.link_id
      ), false) AS is_link_taken,
      EXISTS (
        -- OFFSET 0 makes the planner read the visits of the participant: it would read the open visits of everybody, too.
        SELECT FROM (SELECT v.call_id FROM visits v WHERE v.participant_id = p.id OFFSET 0) v
        JOIN calls c ON c.id = v.call_id AND c.finished_at IS NULL
      ) AS is_in_call,
      EXISTS (
        SELECT FROM (SELECT v.session_id FROM viewings v WHERE v.participant_id = p.id AND v.closed_at IS NULL OFFSET 0) v
        JOIN playback_sessions s ON s.id = v.session_id AND s.finished_at IS NULL
      ) AS is_watching,
      -- A decision is valid until its call ends.
      EXISTS (SELECT FROM calls c WHERE c.room_id = p.room_id AND c.finished_at > p.decided_at AND NOT c.is_sample) AS is_decision_over
  ) fact
  CROSS JOIN LATERAL (
    SELECT CASE
        WHEN p.link_id IS NOT NULL THEN p.role
        WHEN fact.leads THEN 'moderator'
        WHEN p.role_before IS NOT NULL THEN p.role
        ELSE 'user'
      END AS role,
      NOT fact.is_account_revoked AND (
        NOT p.by_part OR (SELECT a.may_enter FROM room_standing(p.room_id, p.user_id) a)
      ) AS account_admits,
      CASE WHEN p.admission = 'admitted' AND p.decided_at IS NOT NULL AND fact.is_decision_over THEN 'waiting'
        ELSE p.admission END AS admission,
      p.admission = 'admitted' AND (fact.is_in_call OR p.decided_at IS NOT NULL AND NOT fact.is_decision_over)
        AS stays_admitted,
      -- Of the two reasons the removal.
      (SELECT max(r.ban) FROM removals_of_person(
        p.room_id, p.link_id, p.user_id, p.browser_hash, p.external_user_id, p.role, NULL
      ) r) AS ban
  ) rule
  CROSS JOIN LATERAL (
    SELECT CASE
        WHEN p.removed_at IS NOT NULL OR fact.is_link_revoked OR p.admission = 'refused' OR NOT rule.account_admits
          OR rule.ban IS NOT NULL THEN 'removed_from_call'
        WHEN fact.is_link_taken THEN 'link_used'
      END AS reason
  ) excluded;
END;
