-- Who comes back is found by browser, also in rooms that thousands went through.
CREATE INDEX participants_browser ON participants (browser_hash, room_id);
