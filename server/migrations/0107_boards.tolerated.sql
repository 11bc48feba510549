-- Boards that people in a room draw on (docs/decisions/0227). They are kept with the room.
CREATE TABLE boards (
  id text PRIMARY KEY,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  -- 'personal': of one person, whom moderators see; 'page': over a page of a document.
  kind text NOT NULL CHECK (kind IN ('shared', 'personal', 'page')),
  name text NOT NULL,
  owner_user_id bigint REFERENCES chat_users (id) ON DELETE CASCADE,
  document_id text REFERENCES documents (id) ON DELETE CASCADE,
  page integer,
  -- Only moderators draw on it.
  is_locked boolean NOT NULL DEFAULT false,
  -- The number of the last change.
  top bigint NOT NULL DEFAULT 0,
  -- A reader who knows less than this change reads the whole board: what was removed since has no row.
  whole_since bigint NOT NULL DEFAULT 0,
  -- Of the elements that are not deleted.
  element_count integer NOT NULL DEFAULT 0,
  bytes integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  CHECK ((kind = 'personal') = (owner_user_id IS NOT NULL)),
  CHECK ((kind = 'page') = (document_id IS NOT NULL) AND (document_id IS NULL) = (page IS NULL))
);
CREATE INDEX boards_room ON boards (room_id, created_at);
CREATE UNIQUE INDEX boards_of_person ON boards (owner_user_id, room_id);
CREATE UNIQUE INDEX boards_of_page ON boards (document_id, page);

CREATE TABLE board_elements (
  board_id text NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
  -- Chosen by the page that drew it.
  id text NOT NULL,
  -- The change of the board that wrote it last.
  seq bigint NOT NULL,
  -- Of two states of an element the higher version wins, and of equal ones the lower nonce.
  version integer NOT NULL,
  nonce bigint NOT NULL,
  -- NULL: the operator's retention erased the person.
  author_user_id bigint REFERENCES chat_users (id) ON DELETE SET NULL,
  -- A deleted element keeps its row for readers who know it.
  is_deleted boolean NOT NULL,
  bytes integer NOT NULL,
  data jsonb NOT NULL,
  PRIMARY KEY (board_id, id)
);
CREATE INDEX board_elements_changes ON board_elements (board_id, seq);
CREATE INDEX board_elements_author ON board_elements (author_user_id);

-- The people whom a moderator allowed to draw, or not, whatever the room says.
CREATE TABLE drawing_grants (
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES chat_users (id) ON DELETE CASCADE,
  is_allowed boolean NOT NULL,
  PRIMARY KEY (room_id, user_id)
);
CREATE INDEX drawing_grants_user ON drawing_grants (user_id);
