-- `listCurrentRooms` finds the rooms of some groups that have a running call or open soon.
CREATE INDEX calls_running ON calls (space_id) WHERE finished_at IS NULL;
CREATE INDEX rooms_opening ON rooms (space_id, opens_at) WHERE opens_at IS NOT NULL;
