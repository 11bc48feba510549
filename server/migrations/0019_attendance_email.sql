-- `attendance_email` names the people who get the email after a call of the room.
ALTER TABLE rooms
  ADD COLUMN attendance_email text NOT NULL DEFAULT 'nobody' CHECK (attendance_email IN ('nobody', 'owner', 'moderators'));
