-- Generated from server/migrations by `npm run generate`: the tables as they are, to read. Change them by a migration; views/ has the views.

CREATE TABLE access_links (
  id text NOT NULL,
  room_id text NOT NULL,
  username text NOT NULL,
  role text NOT NULL,
  external_user_id text,
  external_meeting_id text,
  email text,
  phone text,
  is_permanent boolean NOT NULL,
  bound_to bytea,
  created_by text,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  fields jsonb NOT NULL DEFAULT '{}'::jsonb,
  entered_at timestamp with time zone,
  erased_at timestamp with time zone,
  is_name_asked boolean NOT NULL DEFAULT false,
  waits_for_admission boolean NOT NULL DEFAULT false,
  CONSTRAINT access_links_pkey PRIMARY KEY (id),
  CONSTRAINT access_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT access_links_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id) ON DELETE CASCADE,
  CONSTRAINT access_links_role_check CHECK ((role = ANY (ARRAY['user'::text, 'moderator'::text])))
);
CREATE INDEX access_links_creator ON public.access_links USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX access_links_end ON public.access_links USING btree (expires_at);
CREATE INDEX access_links_erased ON public.access_links USING btree (room_id) WHERE (erased_at IS NOT NULL);
CREATE INDEX access_links_external ON public.access_links USING btree (external_user_id) WHERE (external_user_id IS NOT NULL);
CREATE INDEX access_links_revoked ON public.access_links USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);
CREATE INDEX access_links_room ON public.access_links USING btree (room_id, id) INCLUDE (expires_at, revoked_at, entered_at);

CREATE TABLE access_tokens (
  token_hash bytea NOT NULL,
  family_id text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT access_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT access_tokens_family_id_fkey FOREIGN KEY (family_id) REFERENCES token_families(id) ON DELETE CASCADE
);
CREATE INDEX access_tokens_expiry ON public.access_tokens USING btree (expires_at);
CREATE INDEX access_tokens_family ON public.access_tokens USING btree (family_id);

CREATE TABLE account_deletions (
  user_id text NOT NULL,
  keeps_links boolean NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  failure text,
  CONSTRAINT account_deletions_pkey PRIMARY KEY (user_id),
  CONSTRAINT account_deletions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE activity_intervals (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  visit_id text NOT NULL,
  kind text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  ends_with_visit boolean NOT NULL DEFAULT false,
  CONSTRAINT activity_intervals_pkey PRIMARY KEY (id),
  CONSTRAINT activity_intervals_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visits(id) ON DELETE CASCADE,
  CONSTRAINT activity_intervals_kind_check CHECK ((kind = ANY (ARRAY['tab'::text, 'speaking'::text])))
);
CREATE UNIQUE INDEX activity_intervals_open ON public.activity_intervals USING btree (visit_id, kind) WHERE (ended_at IS NULL);
CREATE INDEX activity_intervals_visit ON public.activity_intervals USING btree (visit_id);

CREATE TABLE all_spaces (
  id text NOT NULL,
  name text NOT NULL,
  description text,
  logo text,
  is_public boolean NOT NULL,
  owner_id text,
  chat_application_id bigint NOT NULL DEFAULT nextval('chat_ids'::regclass),
  created_at timestamp with time zone NOT NULL,
  deleting_at timestamp with time zone,
  color text,
  CONSTRAINT spaces_pkey PRIMARY KEY (id),
  CONSTRAINT spaces_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT all_spaces_color_check CHECK ((color ~ '^#[0-9a-f]{6}$'::text)),
  CONSTRAINT spaces_owned CHECK (((owner_id IS NOT NULL) OR (deleting_at IS NOT NULL)))
);
CREATE UNIQUE INDEX spaces_chat_application ON public.all_spaces USING btree (chat_application_id);
CREATE INDEX spaces_deleting ON public.all_spaces USING btree (deleting_at, id) WHERE (deleting_at IS NOT NULL);
CREATE INDEX spaces_owner ON public.all_spaces USING btree (owner_id, id);

CREATE TABLE asset_pieces (
  key text NOT NULL,
  asset_id text NOT NULL,
  first bigint NOT NULL,
  bytes bigint,
  CONSTRAINT asset_pieces_pkey PRIMARY KEY (key),
  CONSTRAINT asset_pieces_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id) ON DELETE CASCADE,
  CONSTRAINT asset_pieces_bytes_check CHECK ((bytes > 0))
);
CREATE INDEX asset_pieces_asset ON public.asset_pieces USING btree (asset_id, first);
CREATE UNIQUE INDEX asset_pieces_stored ON public.asset_pieces USING btree (asset_id, first) WHERE (bytes IS NOT NULL);

CREATE TABLE assets (
  id text NOT NULL,
  space_id text NOT NULL,
  name text NOT NULL,
  file_name text NOT NULL,
  content_type text,
  bytes bigint NOT NULL,
  received bigint NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'uploading'::text,
  key text NOT NULL,
  created_by text,
  created_at timestamp with time zone NOT NULL,
  uploaded_at timestamp with time zone,
  expires_at timestamp with time zone,
  deleted_at timestamp with time zone,
  purpose text NOT NULL DEFAULT 'video'::text,
  CONSTRAINT assets_pkey PRIMARY KEY (id),
  CONSTRAINT assets_bytes_check CHECK ((bytes > 0)),
  CONSTRAINT assets_check CHECK (((received >= 0) AND (received <= bytes))),
  CONSTRAINT assets_check1 CHECK (((state <> 'ready'::text) OR ((received = bytes) AND (uploaded_at IS NOT NULL) AND (content_type IS NOT NULL)))),
  CONSTRAINT assets_content_type_check CHECK ((content_type = ANY (ARRAY['video/mp4'::text, 'video/quicktime'::text, 'video/x-matroska'::text, 'video/webm'::text, 'application/pdf'::text, 'image/png'::text, 'image/jpeg'::text, 'image/webp'::text, 'application/vnd.openxmlformats-officedocument.presentationml.presentation'::text, 'application/vnd.oasis.opendocument.presentation'::text, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'::text]))),
  CONSTRAINT assets_purpose_check CHECK ((purpose = ANY (ARRAY['video'::text, 'document'::text]))),
  CONSTRAINT assets_state_check CHECK ((state = ANY (ARRAY['uploading'::text, 'ready'::text])))
);
CREATE INDEX assets_expired ON public.assets USING btree (expires_at) WHERE ((expires_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX assets_leftover ON public.assets USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX assets_space ON public.assets USING btree (space_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX assets_whole ON public.assets USING btree (id) WHERE ((state = 'uploading'::text) AND (received = bytes) AND (deleted_at IS NULL));

CREATE TABLE audit_entries (
  id text NOT NULL,
  at timestamp with time zone NOT NULL,
  space_id text,
  actor text NOT NULL,
  user_id text,
  token_id text,
  action text NOT NULL,
  kind text NOT NULL,
  object_id text,
  address text,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (id),
  CONSTRAINT audit_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX audit_entries_object ON public.audit_entries USING btree (object_id) WHERE (object_id IS NOT NULL);
CREATE INDEX audit_entries_space ON public.audit_entries USING btree (space_id, id);
CREATE INDEX audit_entries_time ON public.audit_entries USING btree (at);
CREATE INDEX audit_entries_user ON public.audit_entries USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE TABLE bbb_default_space (
  is_only boolean NOT NULL DEFAULT true,
  space_id text NOT NULL,
  CONSTRAINT bbb_default_space_pkey PRIMARY KEY (is_only),
  CONSTRAINT bbb_default_space_space_id_fkey FOREIGN KEY (space_id) REFERENCES all_spaces(id) ON DELETE CASCADE,
  CONSTRAINT bbb_default_space_is_only_check CHECK (is_only)
);
CREATE INDEX bbb_default_space_space ON public.bbb_default_space USING btree (space_id);

CREATE TABLE bbb_deliveries (
  id text NOT NULL,
  space_id text NOT NULL,
  meeting_id text NOT NULL,
  event_name text NOT NULL,
  url text NOT NULL,
  receiver text NOT NULL GENERATED ALWAYS AS (((space_id || ' '::text) || COALESCE("substring"(lower(url), '^https?://[^/?#]{1,250}'::text), ''::text))) STORED,
  status text NOT NULL DEFAULT 'pending'::text,
  attempts integer NOT NULL DEFAULT 0,
  last_attempt integer,
  next_attempt_at timestamp with time zone,
  claimed_by text,
  claimed_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  hook_id text,
  content jsonb,
  queue_number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  CONSTRAINT bbb_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT bbb_deliveries_hook_id_fkey FOREIGN KEY (hook_id) REFERENCES bbb_hooks(id) ON DELETE CASCADE,
  CONSTRAINT bbb_deliveries_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES bbb_meetings(id) ON DELETE CASCADE,
  CONSTRAINT bbb_deliveries_space_id_fkey FOREIGN KEY (space_id) REFERENCES all_spaces(id) ON DELETE CASCADE,
  CONSTRAINT bbb_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX bbb_deliveries_due ON public.bbb_deliveries USING btree (receiver, next_attempt_at) WHERE (status = 'pending'::text);
CREATE INDEX bbb_deliveries_ended ON public.bbb_deliveries USING btree (created_at) WHERE (status <> 'pending'::text);
CREATE INDEX bbb_deliveries_held ON public.bbb_deliveries USING btree (claimed_until) WHERE ((status = 'pending'::text) AND (claimed_until IS NOT NULL));
CREATE INDEX bbb_deliveries_hook ON public.bbb_deliveries USING btree (hook_id) WHERE (hook_id IS NOT NULL);
CREATE INDEX bbb_deliveries_log ON public.bbb_deliveries USING btree (space_id, created_at, id);
CREATE INDEX bbb_deliveries_meeting ON public.bbb_deliveries USING btree (meeting_id);
CREATE UNIQUE INDEX bbb_deliveries_once ON public.bbb_deliveries USING btree (meeting_id, event_name, md5(url)) WHERE (hook_id IS NULL);
CREATE INDEX bbb_deliveries_queue ON public.bbb_deliveries USING btree (hook_id, meeting_id, queue_number) WHERE ((status = 'pending'::text) AND (hook_id IS NOT NULL));

CREATE TABLE bbb_delivery_attempts (
  id text NOT NULL,
  delivery_id text NOT NULL,
  number integer NOT NULL,
  started_at timestamp with time zone NOT NULL,
  duration_ms integer NOT NULL,
  status_code integer,
  answer text,
  error text,
  CONSTRAINT bbb_delivery_attempts_pkey PRIMARY KEY (id),
  CONSTRAINT bbb_delivery_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES bbb_deliveries(id) ON DELETE CASCADE
);
CREATE INDEX bbb_delivery_attempts_delivery ON public.bbb_delivery_attempts USING btree (delivery_id, started_at);

CREATE TABLE bbb_hook_events (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  meeting_id text NOT NULL,
  event_name text NOT NULL,
  content jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT bbb_hook_events_pkey PRIMARY KEY (id),
  CONSTRAINT bbb_hook_events_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES bbb_meetings(id) ON DELETE CASCADE
);
CREATE INDEX bbb_hook_events_meeting ON public.bbb_hook_events USING btree (meeting_id);

CREATE TABLE bbb_hooks (
  id text NOT NULL,
  space_id text NOT NULL,
  callback_url text NOT NULL,
  is_of_installation boolean NOT NULL,
  client_meeting_id text,
  meeting_id text,
  event_names text[],
  created_at timestamp with time zone NOT NULL,
  removed_at timestamp with time zone,
  CONSTRAINT bbb_hooks_pkey PRIMARY KEY (id),
  CONSTRAINT bbb_hooks_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES bbb_meetings(id) ON DELETE CASCADE,
  CONSTRAINT bbb_hooks_space_id_fkey FOREIGN KEY (space_id) REFERENCES all_spaces(id) ON DELETE CASCADE,
  CONSTRAINT bbb_hooks_check CHECK (((meeting_id IS NULL) OR (client_meeting_id IS NOT NULL)))
);
CREATE INDEX bbb_hooks_meeting ON public.bbb_hooks USING btree (meeting_id);
CREATE INDEX bbb_hooks_removed ON public.bbb_hooks USING btree (removed_at) WHERE (removed_at IS NOT NULL);
CREATE INDEX bbb_hooks_space ON public.bbb_hooks USING btree (space_id, created_at);

CREATE TABLE bbb_joined_people (
  meeting_id text NOT NULL,
  participant_id text NOT NULL,
  CONSTRAINT bbb_joined_people_pkey PRIMARY KEY (meeting_id, participant_id),
  CONSTRAINT bbb_joined_people_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES bbb_meetings(id) ON DELETE CASCADE,
  CONSTRAINT bbb_joined_people_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE
);
CREATE INDEX bbb_joined_people_participant ON public.bbb_joined_people USING btree (participant_id);

CREATE TABLE bbb_joins (
  link_id text NOT NULL,
  meeting_id text NOT NULL,
  is_guest boolean NOT NULL,
  custom_data jsonb NOT NULL DEFAULT '{}'::jsonb,
  logout_url text,
  CONSTRAINT bbb_joins_pkey PRIMARY KEY (link_id),
  CONSTRAINT bbb_joins_link_id_fkey FOREIGN KEY (link_id) REFERENCES access_links(id) ON DELETE CASCADE,
  CONSTRAINT bbb_joins_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES bbb_meetings(id) ON DELETE CASCADE
);
CREATE INDEX bbb_joins_meeting ON public.bbb_joins USING btree (meeting_id);

CREATE TABLE bbb_logos (
  meeting_id text NOT NULL,
  url text NOT NULL,
  loaded_at timestamp with time zone NOT NULL,
  type text,
  bytes bytea,
  CONSTRAINT bbb_logos_pkey PRIMARY KEY (meeting_id),
  CONSTRAINT bbb_logos_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES bbb_meetings(id) ON DELETE CASCADE
);

CREATE TABLE bbb_meetings (
  id text NOT NULL,
  space_id text NOT NULL,
  room_id text NOT NULL,
  meeting_id text NOT NULL,
  create_time bigint NOT NULL,
  internal_id text NOT NULL,
  name text NOT NULL,
  attendee_password text NOT NULL,
  moderator_password text NOT NULL,
  settings jsonb NOT NULL,
  metadata jsonb NOT NULL,
  is_of_installation boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone,
  unjoined_until timestamp with time zone,
  empty_minutes integer NOT NULL,
  no_moderator_minutes integer,
  first_entry_at timestamp with time zone,
  ended_at timestamp with time zone,
  end_reason text,
  CONSTRAINT bbb_meetings_pkey PRIMARY KEY (id),
  CONSTRAINT bbb_meetings_space_id_fkey FOREIGN KEY (space_id) REFERENCES all_spaces(id) ON DELETE CASCADE,
  CONSTRAINT bbb_meetings_check CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
  CONSTRAINT bbb_meetings_end_reason_check CHECK ((end_reason = ANY (ARRAY['request'::text, 'moderator'::text, 'duration'::text, 'unjoined'::text, 'empty'::text, 'no_moderator'::text, 'room_deleted'::text])))
);
CREATE INDEX bbb_meetings_ended ON public.bbb_meetings USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE UNIQUE INDEX bbb_meetings_internal ON public.bbb_meetings USING btree (space_id, internal_id);
CREATE INDEX bbb_meetings_known ON public.bbb_meetings USING btree (space_id, meeting_id, create_time);
CREATE UNIQUE INDEX bbb_meetings_live ON public.bbb_meetings USING btree (space_id, meeting_id) WHERE (ended_at IS NULL);
CREATE INDEX bbb_meetings_live_room ON public.bbb_meetings USING btree (room_id) WHERE (ended_at IS NULL);
CREATE INDEX bbb_meetings_room ON public.bbb_meetings USING btree (room_id, created_at);

CREATE TABLE bbb_presenters (
  meeting_id text NOT NULL,
  participant_id text NOT NULL,
  CONSTRAINT bbb_presenters_pkey PRIMARY KEY (meeting_id),
  CONSTRAINT bbb_presenters_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES bbb_meetings(id) ON DELETE CASCADE,
  CONSTRAINT bbb_presenters_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE
);
CREATE INDEX bbb_presenters_participant ON public.bbb_presenters USING btree (participant_id);

CREATE TABLE bbb_recordings (
  meeting_id text NOT NULL,
  space_id text NOT NULL,
  record_id text NOT NULL,
  state text NOT NULL,
  is_protected boolean NOT NULL DEFAULT false,
  name text NOT NULL,
  metadata jsonb NOT NULL,
  playback_key text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  ready_at timestamp with time zone,
  participants integer NOT NULL DEFAULT 0,
  deleted_at timestamp with time zone,
  is_kept_unpublished boolean NOT NULL DEFAULT false,
  CONSTRAINT bbb_recordings_pkey PRIMARY KEY (meeting_id),
  CONSTRAINT bbb_recordings_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES bbb_meetings(id) ON DELETE CASCADE,
  CONSTRAINT bbb_recordings_space_id_fkey FOREIGN KEY (space_id) REFERENCES all_spaces(id) ON DELETE CASCADE,
  CONSTRAINT bbb_recordings_check CHECK (((state = 'deleted'::text) = (deleted_at IS NOT NULL))),
  CONSTRAINT bbb_recordings_state_check CHECK ((state = ANY (ARRAY['processing'::text, 'published'::text, 'unpublished'::text, 'deleted'::text])))
);
CREATE UNIQUE INDEX bbb_recordings_playback ON public.bbb_recordings USING btree (playback_key);
CREATE INDEX bbb_recordings_processing ON public.bbb_recordings USING btree (meeting_id) WHERE (state = 'processing'::text);
CREATE UNIQUE INDEX bbb_recordings_record ON public.bbb_recordings USING btree (space_id, record_id);
CREATE INDEX bbb_recordings_started ON public.bbb_recordings USING btree (space_id, started_at);

CREATE TABLE bbb_servers (
  space_id text NOT NULL,
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_until timestamp with time zone,
  is_active boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  secret_changed_at timestamp with time zone NOT NULL,
  last_request_at timestamp with time zone,
  CONSTRAINT bbb_servers_pkey PRIMARY KEY (space_id),
  CONSTRAINT bbb_servers_space_id_fkey FOREIGN KEY (space_id) REFERENCES all_spaces(id) ON DELETE CASCADE
);

CREATE TABLE bbb_sources (
  meeting_id text NOT NULL,
  participant_id text NOT NULL,
  source text NOT NULL,
  is_muted boolean NOT NULL,
  CONSTRAINT bbb_sources_pkey PRIMARY KEY (meeting_id, participant_id, source),
  CONSTRAINT bbb_sources_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES bbb_meetings(id) ON DELETE CASCADE,
  CONSTRAINT bbb_sources_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE,
  CONSTRAINT bbb_sources_source_check CHECK ((source = ANY (ARRAY['microphone'::text, 'camera'::text, 'screen'::text])))
);
CREATE INDEX bbb_sources_participant ON public.bbb_sources USING btree (participant_id);

CREATE TABLE bbb_text_tracks (
  meeting_id text NOT NULL,
  kind text NOT NULL,
  language text NOT NULL,
  label text NOT NULL,
  content text NOT NULL,
  CONSTRAINT bbb_text_tracks_pkey PRIMARY KEY (meeting_id, kind, language),
  CONSTRAINT bbb_text_tracks_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES bbb_recordings(meeting_id) ON DELETE CASCADE,
  CONSTRAINT bbb_text_tracks_kind_check CHECK ((kind = ANY (ARRAY['subtitles'::text, 'captions'::text])))
);

CREATE TABLE board_elements (
  board_id text NOT NULL,
  id text NOT NULL,
  seq bigint NOT NULL,
  version integer NOT NULL,
  nonce bigint NOT NULL,
  author_user_id bigint,
  is_deleted boolean NOT NULL,
  bytes integer NOT NULL,
  data jsonb NOT NULL,
  CONSTRAINT board_elements_pkey PRIMARY KEY (board_id, id),
  CONSTRAINT board_elements_author_user_id_fkey FOREIGN KEY (author_user_id) REFERENCES chat_users(id) ON DELETE SET NULL,
  CONSTRAINT board_elements_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE
);
CREATE INDEX board_elements_author ON public.board_elements USING btree (author_user_id);
CREATE INDEX board_elements_changes ON public.board_elements USING btree (board_id, seq);

CREATE TABLE boards (
  id text NOT NULL,
  room_id text NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  owner_user_id bigint,
  document_id text,
  page integer,
  is_locked boolean NOT NULL DEFAULT false,
  top bigint NOT NULL DEFAULT 0,
  whole_since bigint NOT NULL DEFAULT 0,
  element_count integer NOT NULL DEFAULT 0,
  bytes integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT boards_pkey PRIMARY KEY (id),
  CONSTRAINT boards_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE,
  CONSTRAINT boards_owner_user_id_fkey FOREIGN KEY (owner_user_id) REFERENCES chat_users(id) ON DELETE CASCADE,
  CONSTRAINT boards_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id) ON DELETE CASCADE,
  CONSTRAINT boards_check CHECK (((kind = 'personal'::text) = (owner_user_id IS NOT NULL))),
  CONSTRAINT boards_check1 CHECK ((((kind = 'page'::text) = (document_id IS NOT NULL)) AND ((document_id IS NULL) = (page IS NULL)))),
  CONSTRAINT boards_kind_check CHECK ((kind = ANY (ARRAY['shared'::text, 'personal'::text, 'page'::text])))
);
CREATE UNIQUE INDEX boards_of_page ON public.boards USING btree (document_id, page);
CREATE UNIQUE INDEX boards_of_person ON public.boards USING btree (owner_user_id, room_id);
CREATE INDEX boards_room ON public.boards USING btree (room_id, created_at);

CREATE TABLE calls (
  id text NOT NULL,
  room_id text NOT NULL,
  space_id text NOT NULL,
  plan_alias text NOT NULL,
  room_type text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  empty_since timestamp with time zone,
  returns_until timestamp with time zone,
  finished_at timestamp with time zone,
  most_present integer NOT NULL DEFAULT 0,
  entries integer,
  people integer,
  waiting_message text,
  timer_started_at timestamp with time zone,
  timer_ends_at timestamp with time zone,
  is_sample boolean NOT NULL DEFAULT false,
  CONSTRAINT calls_pkey PRIMARY KEY (id),
  CONSTRAINT calls_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id) ON DELETE CASCADE,
  CONSTRAINT calls_space_id_fkey FOREIGN KEY (space_id) REFERENCES all_spaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX calls_active ON public.calls USING btree (room_id) WHERE (finished_at IS NULL);
CREATE INDEX calls_finished ON public.calls USING btree (room_id, finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX calls_room ON public.calls USING btree (room_id);
CREATE INDEX calls_running ON public.calls USING btree (space_id) WHERE (finished_at IS NULL);
CREATE INDEX calls_space ON public.calls USING btree (space_id);
CREATE INDEX calls_space_started ON public.calls USING btree (space_id, started_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX calls_started ON public.calls USING btree (room_id, started_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX calls_uncounted ON public.calls USING btree (finished_at) WHERE ((finished_at IS NOT NULL) AND (entries IS NULL));

CREATE TABLE chat_applications (
  space_id text NOT NULL,
  settings jsonb NOT NULL DEFAULT '{}'::jsonb,
  m2m_token_hash bytea,
  CONSTRAINT chat_applications_m2m_token_hash_key UNIQUE (m2m_token_hash),
  CONSTRAINT chat_applications_pkey PRIMARY KEY (space_id),
  CONSTRAINT chat_applications_space_id_fkey FOREIGN KEY (space_id) REFERENCES all_spaces(id) ON DELETE CASCADE
);

CREATE TABLE chat_channels (
  id bigint NOT NULL DEFAULT nextval('chat_ids'::regclass),
  space_id text NOT NULL,
  room_id text,
  direct_of text,
  epoch text NOT NULL,
  top bigint NOT NULL DEFAULT 0,
  slow_mode_seconds integer NOT NULL DEFAULT 0,
  links_allowed boolean NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL,
  session_id text,
  recoverable_after bigint NOT NULL DEFAULT 0,
  CONSTRAINT chat_channels_session_id_key UNIQUE (session_id),
  CONSTRAINT chat_channels_space_id_direct_of_key UNIQUE (space_id, direct_of),
  CONSTRAINT chat_channels_pkey PRIMARY KEY (id),
  CONSTRAINT chat_channels_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id) ON DELETE CASCADE,
  CONSTRAINT chat_channels_session_id_fkey FOREIGN KEY (session_id) REFERENCES playback_sessions(id) ON DELETE CASCADE,
  CONSTRAINT chat_channels_space_id_fkey FOREIGN KEY (space_id) REFERENCES all_spaces(id) ON DELETE CASCADE,
  CONSTRAINT chat_channels_check CHECK (((room_id IS NULL) <> (direct_of IS NULL))),
  CONSTRAINT chat_channels_check1 CHECK (((session_id IS NULL) OR (room_id IS NOT NULL)))
);
CREATE UNIQUE INDEX chat_channels_room ON public.chat_channels USING btree (room_id, COALESCE(session_id, ''::text));

CREATE TABLE chat_events (
  channel_id bigint NOT NULL,
  seq bigint NOT NULL,
  event text NOT NULL,
  payload json NOT NULL,
  message_id bigint,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT chat_events_pkey PRIMARY KEY (channel_id, seq),
  CONSTRAINT chat_events_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES chat_channels(id) ON DELETE CASCADE
);
CREATE INDEX chat_events_message ON public.chat_events USING btree (message_id) WHERE (message_id IS NOT NULL);

CREATE TABLE chat_members (
  channel_id bigint NOT NULL,
  user_id bigint NOT NULL,
  joined_at timestamp with time zone NOT NULL,
  left_at timestamp with time zone,
  muted_until timestamp with time zone,
  CONSTRAINT chat_members_pkey PRIMARY KEY (channel_id, user_id),
  CONSTRAINT chat_members_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES chat_channels(id) ON DELETE CASCADE,
  CONSTRAINT chat_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES chat_users(id) ON DELETE CASCADE
);
CREATE INDEX chat_members_muted ON public.chat_members USING btree (channel_id, user_id) WHERE (muted_until IS NOT NULL);
CREATE INDEX chat_members_user ON public.chat_members USING btree (user_id);

CREATE TABLE chat_messages (
  id bigint NOT NULL DEFAULT nextval('chat_ids'::regclass),
  channel_id bigint NOT NULL,
  seq bigint NOT NULL,
  type text NOT NULL,
  user_id bigint,
  text text NOT NULL,
  meta jsonb,
  reply_to bigint,
  client_message_id text,
  created_at timestamp with time zone NOT NULL,
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone,
  copy_of bigint,
  CONSTRAINT chat_messages_channel_id_seq_key UNIQUE (channel_id, seq),
  CONSTRAINT chat_messages_channel_id_user_id_client_message_id_key UNIQUE (channel_id, user_id, client_message_id),
  CONSTRAINT chat_messages_pkey PRIMARY KEY (id),
  CONSTRAINT chat_messages_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES chat_channels(id) ON DELETE CASCADE,
  CONSTRAINT chat_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES chat_users(id) ON DELETE SET NULL,
  CONSTRAINT chat_messages_type_check CHECK ((type = ANY (ARRAY['user'::text, 'system'::text])))
);
CREATE UNIQUE INDEX chat_messages_copy ON public.chat_messages USING btree (copy_of, channel_id) WHERE (copy_of IS NOT NULL);
CREATE INDEX chat_messages_page ON public.chat_messages USING btree (channel_id, id) WHERE (deleted_at IS NULL);
CREATE INDEX chat_messages_time ON public.chat_messages USING btree (channel_id, created_at);
CREATE INDEX chat_messages_user ON public.chat_messages USING btree (user_id, created_at);

CREATE TABLE chat_pins (
  id bigint NOT NULL DEFAULT nextval('chat_ids'::regclass),
  channel_id bigint NOT NULL,
  message_id bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT chat_pins_message_id_key UNIQUE (message_id),
  CONSTRAINT chat_pins_pkey PRIMARY KEY (id),
  CONSTRAINT chat_pins_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES chat_channels(id) ON DELETE CASCADE
);
CREATE INDEX chat_pins_channel ON public.chat_pins USING btree (channel_id, id);

CREATE TABLE chat_poll_options (
  id bigint NOT NULL DEFAULT nextval('chat_ids'::regclass),
  poll_id bigint NOT NULL,
  option text NOT NULL,
  valid boolean NOT NULL,
  CONSTRAINT chat_poll_options_pkey PRIMARY KEY (id),
  CONSTRAINT chat_poll_options_poll_id_fkey FOREIGN KEY (poll_id) REFERENCES chat_polls(id) ON DELETE CASCADE
);
CREATE INDEX chat_poll_options_poll ON public.chat_poll_options USING btree (poll_id, id);

CREATE TABLE chat_poll_votes (
  id bigint NOT NULL DEFAULT nextval('chat_ids'::regclass),
  poll_id bigint NOT NULL,
  user_id bigint NOT NULL,
  option_ids bigint[] NOT NULL,
  answer text,
  created_at timestamp with time zone NOT NULL,
  by_moderator boolean NOT NULL DEFAULT false,
  CONSTRAINT chat_poll_votes_poll_id_user_id_key UNIQUE (poll_id, user_id),
  CONSTRAINT chat_poll_votes_pkey PRIMARY KEY (id),
  CONSTRAINT chat_poll_votes_poll_id_fkey FOREIGN KEY (poll_id) REFERENCES chat_polls(id) ON DELETE CASCADE,
  CONSTRAINT chat_poll_votes_user_id_fkey FOREIGN KEY (user_id) REFERENCES chat_users(id) ON DELETE CASCADE
);
CREATE INDEX chat_poll_votes_user ON public.chat_poll_votes USING btree (user_id);

CREATE TABLE chat_polls (
  id bigint NOT NULL DEFAULT nextval('chat_ids'::regclass),
  channel_id bigint NOT NULL,
  question text NOT NULL,
  with_answer boolean NOT NULL,
  is_open_ended boolean NOT NULL,
  status text NOT NULL DEFAULT 'new'::text,
  template_id text,
  created_at timestamp with time zone NOT NULL,
  stopped_at timestamp with time zone,
  started_at timestamp with time zone,
  deleted_at timestamp with time zone,
  is_personal boolean NOT NULL DEFAULT false,
  is_single_choice boolean NOT NULL DEFAULT false,
  are_results_hidden boolean NOT NULL DEFAULT false,
  position integer NOT NULL DEFAULT 0,
  CONSTRAINT chat_polls_pkey PRIMARY KEY (id),
  CONSTRAINT chat_polls_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES chat_channels(id) ON DELETE CASCADE,
  CONSTRAINT chat_polls_status_check CHECK ((status = ANY (ARRAY['new'::text, 'in_progress'::text, 'done'::text])))
);
CREATE INDEX chat_polls_channel ON public.chat_polls USING btree (channel_id, id);

CREATE TABLE chat_reactions (
  message_id bigint NOT NULL,
  emoji text NOT NULL,
  user_id bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  channel_id bigint NOT NULL,
  CONSTRAINT chat_reactions_pkey PRIMARY KEY (message_id, emoji, user_id),
  CONSTRAINT chat_reactions_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES chat_channels(id) ON DELETE CASCADE,
  CONSTRAINT chat_reactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES chat_users(id) ON DELETE CASCADE
);
CREATE INDEX chat_reactions_channel ON public.chat_reactions USING btree (channel_id);
CREATE INDEX chat_reactions_user ON public.chat_reactions USING btree (user_id);

CREATE TABLE chat_user_participants (
  participant_id text NOT NULL,
  user_id bigint NOT NULL,
  name text NOT NULL,
  CONSTRAINT chat_user_participants_pkey PRIMARY KEY (participant_id),
  CONSTRAINT chat_user_participants_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE,
  CONSTRAINT chat_user_participants_user_id_fkey FOREIGN KEY (user_id) REFERENCES chat_users(id) ON DELETE CASCADE
);
CREATE INDEX chat_user_participants_user ON public.chat_user_participants USING btree (user_id, participant_id);

CREATE TABLE chat_users (
  id bigint NOT NULL DEFAULT nextval('chat_ids'::regclass),
  space_id text NOT NULL,
  identity text NOT NULL,
  kind text NOT NULL,
  role text NOT NULL,
  username text NOT NULL,
  display_name text NOT NULL,
  avatar_url text,
  lang text,
  password_hash text,
  created_at timestamp with time zone NOT NULL,
  erased_at timestamp with time zone,
  CONSTRAINT chat_users_space_id_identity_key UNIQUE (space_id, identity),
  CONSTRAINT chat_users_pkey PRIMARY KEY (id),
  CONSTRAINT chat_users_space_id_fkey FOREIGN KEY (space_id) REFERENCES all_spaces(id) ON DELETE CASCADE,
  CONSTRAINT chat_users_kind_check CHECK ((kind = ANY (ARRAY['participant'::text, 'm2m'::text, 'registered'::text, 'guest'::text]))),
  CONSTRAINT chat_users_role_check CHECK ((role = ANY (ARRAY['user'::text, 'moderator'::text])))
);

CREATE TABLE claimed_memberships (
  user_id text NOT NULL,
  space_id text NOT NULL,
  role text NOT NULL,
  former_role text,
  CONSTRAINT claimed_memberships_pkey PRIMARY KEY (user_id, space_id),
  CONSTRAINT claimed_memberships_space_id_fkey FOREIGN KEY (space_id) REFERENCES all_spaces(id) ON DELETE CASCADE,
  CONSTRAINT claimed_memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT claimed_memberships_former_role_check CHECK ((former_role = ANY (ARRAY['moderator'::text, 'user'::text]))),
  CONSTRAINT claimed_memberships_role_check CHECK ((role = ANY (ARRAY['moderator'::text, 'user'::text])))
);
CREATE INDEX claimed_memberships_space ON public.claimed_memberships USING btree (space_id);

CREATE TABLE deleted_rooms (
  id text NOT NULL,
  deleted_at timestamp with time zone NOT NULL,
  CONSTRAINT deleted_rooms_pkey PRIMARY KEY (id)
);
CREATE INDEX deleted_rooms_age ON public.deleted_rooms USING btree (deleted_at);

CREATE TABLE document_contents (
  document_id text NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT document_contents_pkey PRIMARY KEY (document_id),
  CONSTRAINT document_contents_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE
);

CREATE TABLE document_pages (
  document_id text NOT NULL,
  number integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  text text NOT NULL,
  CONSTRAINT document_pages_pkey PRIMARY KEY (document_id, number),
  CONSTRAINT document_pages_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE,
  CONSTRAINT document_pages_height_check CHECK (((height >= 1) AND (height <= 2560))),
  CONSTRAINT document_pages_number_check CHECK (((number >= 1) AND (number <= 500))),
  CONSTRAINT document_pages_width_check CHECK (((width >= 1) AND (width <= 2560)))
);

CREATE TABLE documents (
  id text NOT NULL,
  space_id text NOT NULL,
  room_id text NOT NULL,
  asset_id text,
  url text,
  name text NOT NULL,
  file_name text NOT NULL,
  content_type text,
  bytes bigint,
  state text NOT NULL DEFAULT 'converting'::text,
  failure text,
  is_stored boolean NOT NULL DEFAULT false,
  total_pages integer,
  ready_pages integer NOT NULL DEFAULT 0,
  page_bytes bigint NOT NULL DEFAULT 0,
  is_downloadable boolean NOT NULL,
  created_by text,
  created_at timestamp with time zone NOT NULL,
  ready_at timestamp with time zone,
  node_id text,
  claimed_until timestamp with time zone,
  attempts integer NOT NULL DEFAULT 0,
  deleted_at timestamp with time zone,
  is_shown_when_ready boolean NOT NULL DEFAULT false,
  CONSTRAINT documents_asset_id_key UNIQUE (asset_id),
  CONSTRAINT documents_pkey PRIMARY KEY (id),
  CONSTRAINT documents_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT documents_bytes_check CHECK ((bytes > 0)),
  CONSTRAINT documents_check CHECK (((asset_id IS NULL) OR (url IS NULL))),
  CONSTRAINT documents_check1 CHECK (((state = 'failed'::text) = (failure IS NOT NULL))),
  CONSTRAINT documents_check2 CHECK (((state = 'ready'::text) = (ready_at IS NOT NULL))),
  CONSTRAINT documents_check3 CHECK (((state <> 'ready'::text) OR (is_stored AND (total_pages = ready_pages) AND (content_type IS NOT NULL) AND (bytes IS NOT NULL)))),
  CONSTRAINT documents_content_type_check CHECK ((content_type = ANY (ARRAY['application/pdf'::text, 'image/png'::text, 'image/jpeg'::text, 'image/webp'::text, 'application/vnd.openxmlformats-officedocument.presentationml.presentation'::text, 'application/vnd.oasis.opendocument.presentation'::text, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'::text]))),
  CONSTRAINT documents_failure_check CHECK ((failure = ANY (ARRAY['unreadable'::text, 'password_protected'::text, 'too_many_pages'::text, 'page_too_large'::text, 'too_large'::text, 'too_slow'::text, 'unsupported_type'::text, 'converter_missing'::text, 'converter_failed'::text, 'address_refused'::text, 'address_failed'::text, 'file_missing'::text, 'storage'::text, 'unknown'::text]))),
  CONSTRAINT documents_ready_pages_check CHECK (((ready_pages >= 0) AND (ready_pages <= 500))),
  CONSTRAINT documents_state_check CHECK ((state = ANY (ARRAY['converting'::text, 'ready'::text, 'failed'::text]))),
  CONSTRAINT documents_total_pages_check CHECK (((total_pages >= 1) AND (total_pages <= 500)))
);
CREATE INDEX documents_converting ON public.documents USING btree (created_at, id) WHERE ((state = 'converting'::text) AND (deleted_at IS NULL));
CREATE INDEX documents_creator ON public.documents USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX documents_leftover ON public.documents USING btree (id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX documents_room ON public.documents USING btree (room_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX documents_space ON public.documents USING btree (space_id) WHERE (deleted_at IS NULL);

CREATE TABLE drawing_grants (
  room_id text NOT NULL,
  user_id bigint NOT NULL,
  is_allowed boolean NOT NULL,
  CONSTRAINT drawing_grants_pkey PRIMARY KEY (room_id, user_id),
  CONSTRAINT drawing_grants_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id) ON DELETE CASCADE,
  CONSTRAINT drawing_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES chat_users(id) ON DELETE CASCADE
);
CREATE INDEX drawing_grants_user ON public.drawing_grants USING btree (user_id);

CREATE TABLE engine_events (
  id text NOT NULL,
  received_at timestamp with time zone NOT NULL,
  CONSTRAINT engine_events_pkey PRIMARY KEY (id)
);
CREATE INDEX engine_events_age ON public.engine_events USING btree (received_at);

CREATE TABLE feedback (
  participant_id text NOT NULL,
  room_id text NOT NULL,
  answer text NOT NULL,
  answered_at timestamp with time zone NOT NULL,
  left_at timestamp with time zone,
  CONSTRAINT feedback_pkey PRIMARY KEY (participant_id),
  CONSTRAINT feedback_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE
);
CREATE INDEX feedback_room ON public.feedback USING btree (room_id);

CREATE TABLE hands (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  room_id text NOT NULL,
  participant_id text NOT NULL,
  raised_at timestamp with time zone NOT NULL,
  lowered_at timestamp with time zone,
  left_at timestamp with time zone,
  CONSTRAINT hands_pkey PRIMARY KEY (id),
  CONSTRAINT hands_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE,
  CONSTRAINT hands_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id) ON DELETE CASCADE
);
CREATE INDEX hands_of_room ON public.hands USING btree (room_id);
CREATE INDEX hands_participant ON public.hands USING btree (participant_id);
CREATE INDEX hands_room ON public.hands USING btree (room_id, id) WHERE (lowered_at IS NULL);
CREATE UNIQUE INDEX hands_up ON public.hands USING btree (participant_id) WHERE (lowered_at IS NULL);

CREATE TABLE idempotency_keys (
  caller text NOT NULL,
  operation text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  status integer,
  answer jsonb,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (caller, operation, key)
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);
CREATE INDEX idempotency_keys_holder ON public.idempotency_keys USING btree (split_part(caller, ':'::text, 2));
CREATE INDEX idempotency_keys_ids ON public.idempotency_keys USING gin (ids_in(answer)) WITH (fastupdate=off);

CREATE TABLE identities (
  user_id text NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  email text,
  linked_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT identities_issuer_subject_key UNIQUE (issuer, subject),
  CONSTRAINT identities_pkey PRIMARY KEY (user_id),
  CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE installation (
  is_only boolean NOT NULL DEFAULT true,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  key_proof text,
  last_backup_at timestamp with time zone,
  CONSTRAINT installation_pkey PRIMARY KEY (is_only),
  CONSTRAINT installation_is_only_check CHECK (is_only)
);

CREATE TABLE invites (
  id text NOT NULL,
  space_id text NOT NULL,
  role text NOT NULL,
  created_by text,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  used_by text,
  revoked_at timestamp with time zone,
  CONSTRAINT invites_pkey PRIMARY KEY (id),
  CONSTRAINT invites_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT invites_space_id_fkey FOREIGN KEY (space_id) REFERENCES all_spaces(id) ON DELETE CASCADE,
  CONSTRAINT invites_used_by_fkey FOREIGN KEY (used_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT invites_role_check CHECK ((role = ANY (ARRAY['moderator'::text, 'user'::text])))
);
CREATE INDEX invites_creator ON public.invites USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX invites_space_time ON public.invites USING btree (space_id, created_at, id);
CREATE INDEX invites_user ON public.invites USING btree (used_by) WHERE (used_by IS NOT NULL);

CREATE TABLE job_runs (
  name text NOT NULL,
  node text NOT NULL,
  every_ms integer NOT NULL,
  lease_seconds integer,
  begun_at timestamp with time zone,
  ended_at timestamp with time zone,
  seconds double precision,
  error text,
  CONSTRAINT job_runs_pkey PRIMARY KEY (name, node)
);

CREATE TABLE leases (
  name text NOT NULL,
  holder text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT leases_pkey PRIMARY KEY (name)
);

CREATE TABLE media_intervals (
  id text NOT NULL,
  visit_id text NOT NULL,
  source text NOT NULL,
  track_sid text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT media_intervals_pkey PRIMARY KEY (id),
  CONSTRAINT media_intervals_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visits(id) ON DELETE CASCADE,
  CONSTRAINT media_intervals_source_check CHECK ((source = ANY (ARRAY['microphone'::text, 'camera'::text, 'screen'::text])))
);
CREATE UNIQUE INDEX media_intervals_open ON public.media_intervals USING btree (visit_id, source) WHERE (ended_at IS NULL);
CREATE INDEX media_intervals_visit ON public.media_intervals USING btree (visit_id);

CREATE TABLE migrations (
  name text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE nodes (
  id text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  joined_by text,
  roles text[] NOT NULL DEFAULT '{api,jobs,recorder}'::text[],
  storage text,
  recorder_places integer NOT NULL DEFAULT 0,
  free_bytes bigint,
  name text,
  settings jsonb,
  draining_at timestamp with time zone,
  speech text,
  CONSTRAINT nodes_pkey PRIMARY KEY (id),
  CONSTRAINT nodes_joined_by_check CHECK ((joined_by = ANY (ARRAY['redis'::text, 'centrifugo'::text]))),
  CONSTRAINT nodes_speech_check CHECK ((speech = ANY (ARRAY['works'::text, 'broken'::text])))
);

CREATE TABLE offer_clicks (
  session_id text NOT NULL,
  item_id text NOT NULL,
  participant_id text NOT NULL,
  first_clicked_at timestamp with time zone NOT NULL,
  clicks integer NOT NULL,
  CONSTRAINT offer_clicks_pkey PRIMARY KEY (session_id, item_id, participant_id),
  CONSTRAINT offer_clicks_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE,
  CONSTRAINT offer_clicks_session_id_fkey FOREIGN KEY (session_id) REFERENCES playback_sessions(id) ON DELETE CASCADE
);
CREATE INDEX offer_clicks_participant ON public.offer_clicks USING btree (participant_id);

CREATE TABLE original_messages (
  playback_id text NOT NULL,
  message_id bigint NOT NULL,
  is_hidden boolean NOT NULL,
  display_name text,
  CONSTRAINT original_messages_pkey PRIMARY KEY (playback_id, message_id),
  CONSTRAINT original_messages_playback_id_fkey FOREIGN KEY (playback_id) REFERENCES rooms(id) ON DELETE CASCADE
);
CREATE INDEX original_messages_message ON public.original_messages USING btree (message_id);

CREATE TABLE participants (
  id text NOT NULL,
  room_id text NOT NULL,
  call_id text,
  link_id text,
  user_id text,
  browser_hash bytea NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  external_user_id text,
  external_meeting_id text,
  email text,
  phone text,
  origin jsonb NOT NULL,
  is_speaking_allowed boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL,
  joined_at timestamp with time zone,
  removed_at timestamp with time zone,
  admission text NOT NULL DEFAULT 'admitted'::text,
  fields jsonb NOT NULL DEFAULT '[]'::jsonb,
  decided_at timestamp with time zone,
  seen_at timestamp with time zone,
  by_part boolean NOT NULL DEFAULT false,
  device jsonb,
  erased_at timestamp with time zone,
  role_before text,
  is_name_given boolean NOT NULL DEFAULT false,
  CONSTRAINT participants_pkey PRIMARY KEY (id),
  CONSTRAINT participants_call_id_fkey FOREIGN KEY (call_id) REFERENCES calls(id) ON DELETE CASCADE,
  CONSTRAINT participants_link_id_fkey FOREIGN KEY (link_id) REFERENCES access_links(id) ON DELETE SET NULL,
  CONSTRAINT participants_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id) ON DELETE CASCADE,
  CONSTRAINT participants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT participants_admission_check CHECK ((admission = ANY (ARRAY['admitted'::text, 'waiting'::text, 'refused'::text]))),
  CONSTRAINT participants_role_before_check CHECK ((role_before = ANY (ARRAY['user'::text, 'moderator'::text]))),
  CONSTRAINT participants_role_check CHECK ((role = ANY (ARRAY['user'::text, 'moderator'::text])))
);
CREATE INDEX participants_age ON public.participants USING btree (created_at);
CREATE INDEX participants_browser ON public.participants USING btree (browser_hash, room_id);
CREATE INDEX participants_call ON public.participants USING btree (call_id);
CREATE INDEX participants_erased ON public.participants USING btree (id) WHERE (erased_at IS NOT NULL);
CREATE INDEX participants_external ON public.participants USING btree (external_user_id) WHERE (external_user_id IS NOT NULL);
CREATE INDEX participants_last_seen ON public.participants USING btree (seen_at) WHERE (admission = 'waiting'::text);
CREATE INDEX participants_link ON public.participants USING btree (link_id);
CREATE INDEX participants_refused ON public.participants USING btree (room_id) WHERE (admission = 'refused'::text);
CREATE INDEX participants_removed ON public.participants USING btree (removed_at) WHERE (removed_at IS NOT NULL);
CREATE INDEX participants_removed_from ON public.participants USING btree (room_id) WHERE (removed_at IS NOT NULL);
CREATE INDEX participants_room ON public.participants USING btree (room_id, id);
CREATE INDEX participants_user ON public.participants USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX participants_waiting ON public.participants USING btree (room_id, seen_at) WHERE (admission = 'waiting'::text);

CREATE TABLE password_resets (
  user_id text NOT NULL,
  code_hash bytea NOT NULL,
  guesses integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT password_resets_pkey PRIMARY KEY (user_id),
  CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE personal_tokens (
  id text NOT NULL,
  user_id text NOT NULL,
  name text NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  scopes text[] NOT NULL DEFAULT '{all}'::text[],
  expires_at timestamp with time zone,
  created_by text,
  CONSTRAINT personal_tokens_token_hash_key UNIQUE (token_hash),
  CONSTRAINT personal_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT personal_tokens_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT personal_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT personal_tokens_scopes_check CHECK (((cardinality(scopes) > 0) AND (scopes <@ '{all,read,rooms,reports,recordings,webhooks}'::text[])))
);
CREATE INDEX personal_tokens_creator ON public.personal_tokens USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX personal_tokens_expiry ON public.personal_tokens USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX personal_tokens_user ON public.personal_tokens USING btree (user_id);

CREATE TABLE playback_events (
  id text NOT NULL,
  playback_id text NOT NULL,
  name text NOT NULL,
  start_date timestamp with time zone,
  end_date timestamp with time zone,
  recurrence text,
  timezone text NOT NULL,
  planned_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  deleted_at timestamp with time zone,
  CONSTRAINT playback_events_pkey PRIMARY KEY (id),
  CONSTRAINT playback_events_playback_id_fkey FOREIGN KEY (playback_id) REFERENCES rooms(id) ON DELETE CASCADE,
  CONSTRAINT playback_events_check CHECK (((recurrence IS NULL) OR (start_date IS NOT NULL))),
  CONSTRAINT playback_events_check1 CHECK (((end_date IS NULL) = (recurrence IS NULL)))
);
CREATE INDEX playback_events_playback ON public.playback_events USING btree (playback_id, id);
CREATE INDEX playback_events_recurring ON public.playback_events USING btree (id) WHERE ((recurrence IS NOT NULL) AND (deleted_at IS NULL));

CREATE TABLE playback_sessions (
  id text NOT NULL,
  event_id text NOT NULL,
  playback_id text NOT NULL,
  start_date timestamp with time zone NOT NULL,
  end_date timestamp with time zone,
  is_permanent boolean NOT NULL,
  recurrence text,
  timezone text NOT NULL,
  chat_channel_id bigint NOT NULL DEFAULT nextval('chat_ids'::regclass),
  video_id text,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  ended_by text,
  created_at timestamp with time zone NOT NULL,
  report_announced_at timestamp with time zone,
  erased_people integer NOT NULL DEFAULT 0,
  CONSTRAINT playback_sessions_chat_channel_id_key UNIQUE (chat_channel_id),
  CONSTRAINT playback_sessions_event_id_start_date_key UNIQUE (event_id, start_date),
  CONSTRAINT playback_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT playback_sessions_event_id_fkey FOREIGN KEY (event_id) REFERENCES playback_events(id) ON DELETE CASCADE,
  CONSTRAINT playback_sessions_playback_id_fkey FOREIGN KEY (playback_id) REFERENCES rooms(id) ON DELETE CASCADE
);
CREATE INDEX playback_sessions_due ON public.playback_sessions USING btree (start_date) WHERE ((started_at IS NULL) AND (finished_at IS NULL));
CREATE INDEX playback_sessions_playback ON public.playback_sessions USING btree (playback_id, start_date);
CREATE INDEX playback_sessions_running ON public.playback_sessions USING btree (end_date) WHERE ((started_at IS NOT NULL) AND (finished_at IS NULL));
CREATE INDEX playback_sessions_unannounced ON public.playback_sessions USING btree (finished_at) WHERE ((finished_at IS NOT NULL) AND (started_at IS NOT NULL) AND (report_announced_at IS NULL));

CREATE TABLE playbacks (
  room_id text NOT NULL,
  record_id text,
  asset_id text,
  video_id text,
  timeline_id text NOT NULL,
  readiness text NOT NULL DEFAULT 'draft'::text,
  readiness_changed_at timestamp with time zone NOT NULL,
  readiness_reason text,
  duration double precision,
  is_chat_replayed boolean NOT NULL DEFAULT true,
  is_replay_allowed boolean NOT NULL DEFAULT false,
  replay_days integer,
  CONSTRAINT playbacks_pkey PRIMARY KEY (room_id),
  CONSTRAINT playbacks_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id) ON DELETE CASCADE,
  CONSTRAINT playbacks_check CHECK (((record_id IS NULL) OR (asset_id IS NULL))),
  CONSTRAINT playbacks_readiness_check CHECK ((readiness = ANY (ARRAY['draft'::text, 'preparing'::text, 'ready'::text, 'failed'::text]))),
  CONSTRAINT playbacks_readiness_reason_check CHECK ((readiness_reason = ANY (ARRAY['not_found'::text, 'unreadable'::text, 'no_video'::text, 'too_long'::text, 'storage'::text, 'unknown'::text])))
);
CREATE INDEX playbacks_asset ON public.playbacks USING btree (asset_id) WHERE (asset_id IS NOT NULL);
CREATE INDEX playbacks_record ON public.playbacks USING btree (record_id) WHERE (record_id IS NOT NULL);
CREATE INDEX playbacks_video ON public.playbacks USING btree (video_id) WHERE (video_id IS NOT NULL);

CREATE TABLE provider_flows (
  key bytea NOT NULL,
  next text,
  family_id text,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT provider_flows_pkey PRIMARY KEY (key),
  CONSTRAINT provider_flows_family_id_fkey FOREIGN KEY (family_id) REFERENCES token_families(id) ON DELETE CASCADE
);
CREATE INDEX provider_flows_expiry ON public.provider_flows USING btree (expires_at);
CREATE INDEX provider_flows_family ON public.provider_flows USING btree (family_id);

CREATE TABLE provider_sessions (
  family_id text NOT NULL,
  id_token bytea NOT NULL,
  CONSTRAINT provider_sessions_pkey PRIMARY KEY (family_id),
  CONSTRAINT provider_sessions_family_id_fkey FOREIGN KEY (family_id) REFERENCES token_families(id) ON DELETE CASCADE
);

CREATE TABLE queued_emails (
  id text NOT NULL,
  kind text NOT NULL,
  room_id text NOT NULL,
  call_id text,
  user_id text,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamp with time zone NOT NULL,
  reminder_id text,
  occasion text,
  record_id text,
  CONSTRAINT queued_emails_pkey PRIMARY KEY (id),
  CONSTRAINT queued_emails_call_id_fkey FOREIGN KEY (call_id) REFERENCES calls(id) ON DELETE CASCADE,
  CONSTRAINT queued_emails_record_id_fkey FOREIGN KEY (record_id) REFERENCES records(id) ON DELETE CASCADE,
  CONSTRAINT queued_emails_reminder_id_fkey FOREIGN KEY (reminder_id) REFERENCES reminders(id) ON DELETE CASCADE,
  CONSTRAINT queued_emails_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id) ON DELETE CASCADE,
  CONSTRAINT queued_emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT queued_emails_check CHECK (((kind <> 'attendance'::text) OR ((call_id IS NOT NULL) AND (user_id IS NOT NULL)))),
  CONSTRAINT queued_emails_check1 CHECK (((kind = 'reminder'::text) <= ((reminder_id IS NOT NULL) AND (occasion IS NOT NULL)))),
  CONSTRAINT queued_emails_occasion_check CHECK ((occasion = ANY (ARRAY['requested'::text, 'dayBefore'::text, 'hourBefore'::text, 'start'::text, 'moved'::text, 'cancelled'::text])))
);
CREATE INDEX queued_emails_call ON public.queued_emails USING btree (call_id);
CREATE INDEX queued_emails_due ON public.queued_emails USING btree (due_at);
CREATE INDEX queued_emails_record ON public.queued_emails USING btree (record_id) WHERE (record_id IS NOT NULL);
CREATE INDEX queued_emails_reminder ON public.queued_emails USING btree (reminder_id) WHERE (reminder_id IS NOT NULL);
CREATE INDEX queued_emails_room ON public.queued_emails USING btree (room_id);
CREATE INDEX queued_emails_user ON public.queued_emails USING btree (user_id);

CREATE TABLE record_chapters (
  record_id text NOT NULL,
  number integer NOT NULL,
  start_seconds double precision NOT NULL,
  title text NOT NULL,
  document_id text NOT NULL,
  document_name text NOT NULL,
  page integer NOT NULL,
  text text NOT NULL,
  search tsvector NOT NULL,
  CONSTRAINT record_chapters_pkey PRIMARY KEY (record_id, number),
  CONSTRAINT record_chapters_record_id_fkey FOREIGN KEY (record_id) REFERENCES records(id) ON DELETE CASCADE
);
CREATE INDEX record_chapters_search ON public.record_chapters USING gin (search) WITH (fastupdate=off);

CREATE TABLE record_links (
  id text NOT NULL,
  record_id text NOT NULL,
  token_hash bytea NOT NULL,
  note text,
  is_download_allowed boolean NOT NULL,
  created_by text,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  last_opened_at timestamp with time zone,
  CONSTRAINT record_links_token_hash_key UNIQUE (token_hash),
  CONSTRAINT record_links_pkey PRIMARY KEY (id),
  CONSTRAINT record_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT record_links_record_id_fkey FOREIGN KEY (record_id) REFERENCES records(id) ON DELETE CASCADE
);
CREATE INDEX record_links_creator ON public.record_links USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX record_links_record ON public.record_links USING btree (record_id, id);

CREATE TABLE record_voices (
  record_id text NOT NULL,
  number integer NOT NULL,
  participant_id text NOT NULL,
  external_user_id text,
  name text NOT NULL,
  offset_seconds double precision NOT NULL,
  duration double precision NOT NULL,
  bytes bigint NOT NULL,
  key text NOT NULL,
  erased_at timestamp with time zone,
  file_removed_at timestamp with time zone,
  CONSTRAINT record_voices_pkey PRIMARY KEY (record_id, number),
  CONSTRAINT record_voices_record_id_fkey FOREIGN KEY (record_id) REFERENCES records(id) ON DELETE CASCADE
);
CREATE INDEX record_voices_leftover ON public.record_voices USING btree (record_id) WHERE ((erased_at IS NOT NULL) AND (file_removed_at IS NULL));
CREATE INDEX record_voices_participant ON public.record_voices USING btree (participant_id);

CREATE TABLE records (
  id text NOT NULL,
  space_id text NOT NULL,
  room_id text NOT NULL,
  call_id text NOT NULL,
  name text NOT NULL,
  layout text NOT NULL,
  state text NOT NULL,
  node_id text,
  started_by_user text,
  started_by_participant text,
  started_by_name text,
  max_seconds integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  stopped_at timestamp with time zone,
  stop_reason text,
  finished_at timestamp with time zone,
  failure text,
  duration double precision,
  width integer,
  height integer,
  bytes bigint,
  is_partial boolean NOT NULL DEFAULT false,
  quality jsonb,
  progress real,
  files jsonb,
  deleted_at timestamp with time zone,
  files_removed_at timestamp with time zone,
  is_watching_allowed boolean,
  is_sample boolean NOT NULL DEFAULT false,
  CONSTRAINT records_pkey PRIMARY KEY (id),
  CONSTRAINT records_check CHECK (((state = ANY (ARRAY['finished'::text, 'aborted'::text, 'failed'::text])) = (finished_at IS NOT NULL))),
  CONSTRAINT records_check1 CHECK (((state = 'failed'::text) = (failure IS NOT NULL))),
  CONSTRAINT records_check2 CHECK (((state <> 'finished'::text) OR ((started_at IS NOT NULL) AND (files IS NOT NULL)))),
  CONSTRAINT records_failure_check CHECK ((failure = ANY (ARRAY['recorder_busy'::text, 'no_picture'::text, 'recorder_lost'::text, 'media_lost'::text, 'disk_full'::text, 'room_deleted'::text, 'broken'::text]))),
  CONSTRAINT records_layout_check CHECK ((layout = ANY (ARRAY['speaker'::text, 'grid'::text]))),
  CONSTRAINT records_state_check CHECK ((state = ANY (ARRAY['new'::text, 'recording'::text, 'processing'::text, 'finished'::text, 'aborted'::text, 'failed'::text]))),
  CONSTRAINT records_stop_reason_check CHECK ((stop_reason = ANY (ARRAY['person'::text, 'call_ended'::text, 'recorder'::text, 'recorder_lost'::text])))
);
CREATE UNIQUE INDEX records_active ON public.records USING btree (room_id) WHERE (state = ANY (ARRAY['new'::text, 'recording'::text]));
CREATE INDEX records_age ON public.records USING btree (finished_at) WHERE (deleted_at IS NULL);
CREATE INDEX records_asker ON public.records USING btree (started_by_participant) WHERE (started_by_participant IS NOT NULL);
CREATE INDEX records_call ON public.records USING btree (call_id, created_at);
CREATE INDEX records_emptied ON public.records USING btree (finished_at) WHERE (files_removed_at IS NOT NULL);
CREATE INDEX records_leftover ON public.records USING btree (deleted_at) WHERE ((deleted_at IS NOT NULL) AND (files_removed_at IS NULL));
CREATE INDEX records_node ON public.records USING btree (node_id) WHERE (state = ANY (ARRAY['new'::text, 'recording'::text, 'processing'::text]));
CREATE INDEX records_room ON public.records USING btree (room_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX records_space ON public.records USING btree (space_id, created_at, id) WHERE (deleted_at IS NULL);

CREATE TABLE refresh_tokens (
  token_hash bytea NOT NULL,
  family_id text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  rotated_at timestamp with time zone,
  CONSTRAINT refresh_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT refresh_tokens_family_id_fkey FOREIGN KEY (family_id) REFERENCES token_families(id) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_expiry ON public.refresh_tokens USING btree (expires_at);
CREATE INDEX refresh_tokens_family ON public.refresh_tokens USING btree (family_id);

CREATE TABLE reminders (
  id text NOT NULL,
  playback_id text NOT NULL,
  participant_id text NOT NULL,
  session_id text NOT NULL,
  email text NOT NULL,
  language text NOT NULL,
  timezone text NOT NULL,
  kinds text[] NOT NULL,
  start_date timestamp with time zone NOT NULL,
  sequence integer NOT NULL DEFAULT 0,
  due_at timestamp with time zone,
  stopped_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT reminders_pkey PRIMARY KEY (id),
  CONSTRAINT reminders_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE,
  CONSTRAINT reminders_playback_id_fkey FOREIGN KEY (playback_id) REFERENCES rooms(id) ON DELETE CASCADE
);
CREATE INDEX reminders_due ON public.reminders USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX reminders_email ON public.reminders USING btree (lower(email), created_at);
CREATE UNIQUE INDEX reminders_own ON public.reminders USING btree (participant_id, session_id, lower(email));
CREATE INDEX reminders_playback ON public.reminders USING btree (playback_id, created_at);

CREATE TABLE room_roles (
  room_id text NOT NULL,
  user_id text NOT NULL,
  role text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT room_roles_pkey PRIMARY KEY (room_id, user_id),
  CONSTRAINT room_roles_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id) ON DELETE CASCADE,
  CONSTRAINT room_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT room_roles_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'moderator'::text, 'user'::text])))
);
CREATE INDEX room_roles_user ON public.room_roles USING btree (user_id, room_id);

CREATE TABLE room_stages (
  room_id text NOT NULL,
  base text NOT NULL DEFAULT 'none'::text,
  document_id text,
  page integer,
  screens text[] NOT NULL DEFAULT '{}'::text[],
  screen_of text,
  version integer NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT room_stages_pkey PRIMARY KEY (room_id),
  CONSTRAINT room_stages_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id) ON DELETE CASCADE,
  CONSTRAINT room_stages_base_check CHECK ((base = ANY (ARRAY['none'::text, 'page'::text]))),
  CONSTRAINT room_stages_check CHECK ((((base = 'page'::text) = (document_id IS NOT NULL)) AND ((document_id IS NULL) = (page IS NULL)))),
  CONSTRAINT room_stages_check1 CHECK (((screen_of IS NULL) OR (screen_of = ANY (screens))))
);

CREATE TABLE rooms (
  id text NOT NULL,
  space_id text NOT NULL,
  alias text NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  is_public boolean NOT NULL,
  flags jsonb NOT NULL,
  waiting_room_audience text NOT NULL,
  redirect_url text,
  join_fields jsonb NOT NULL,
  channel_id bigint NOT NULL DEFAULT nextval('chat_ids'::regclass),
  last_call_at timestamp with time zone,
  created_by text,
  created_at timestamp with time zone NOT NULL,
  custom_fields jsonb NOT NULL DEFAULT '[]'::jsonb,
  attendance_rule jsonb NOT NULL DEFAULT '{"minShare": 0.85, "minSeconds": 0}'::jsonb,
  attendance_email text NOT NULL DEFAULT 'nobody'::text,
  kind text NOT NULL DEFAULT 'room'::text,
  transcription_language text NOT NULL DEFAULT 'auto'::text,
  code text NOT NULL DEFAULT room_code(),
  opens_with text NOT NULL DEFAULT 'anybody'::text,
  opens_at timestamp with time zone,
  closes_at timestamp with time zone,
  earlier_chat_audience text NOT NULL DEFAULT 'members'::text,
  disabled_features text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT rooms_alias_key UNIQUE (alias),
  CONSTRAINT rooms_code_key UNIQUE (code),
  CONSTRAINT rooms_pkey PRIMARY KEY (id),
  CONSTRAINT rooms_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT rooms_space_id_fkey FOREIGN KEY (space_id) REFERENCES all_spaces(id) ON DELETE CASCADE,
  CONSTRAINT rooms_attendance_email_check CHECK ((attendance_email = ANY (ARRAY['nobody'::text, 'owner'::text, 'moderators'::text]))),
  CONSTRAINT rooms_closes_after_opening CHECK ((closes_at > opens_at)),
  CONSTRAINT rooms_earlier_chat_audience_check CHECK ((earlier_chat_audience = ANY (ARRAY['nobody'::text, 'members'::text, 'everyone'::text]))),
  CONSTRAINT rooms_kind_check CHECK ((kind = ANY (ARRAY['room'::text, 'playback'::text]))),
  CONSTRAINT rooms_opens_with_check CHECK ((opens_with = ANY (ARRAY['anybody'::text, 'moderator'::text]))),
  CONSTRAINT rooms_type_check CHECK ((type = ANY (ARRAY['lesson'::text, 'webinar'::text, 'conference'::text]))),
  CONSTRAINT rooms_type_of_kind CHECK ((type <>
CASE kind
    WHEN 'room'::text THEN 'conference'::text
    ELSE 'lesson'::text
END)),
  CONSTRAINT rooms_waiting_room_audience_check CHECK ((waiting_room_audience = ANY (ARRAY['nobody'::text, 'guests'::text, 'everyone'::text])))
);
CREATE UNIQUE INDEX rooms_channel ON public.rooms USING btree (channel_id);
CREATE INDEX rooms_creator ON public.rooms USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX rooms_opening ON public.rooms USING btree (space_id, opens_at) WHERE (opens_at IS NOT NULL);
CREATE INDEX rooms_public ON public.rooms USING btree (space_id, (((flags ->> 'isChatAllowed'::text))::boolean), channel_id) WHERE (is_public AND (kind = 'room'::text));
CREATE INDEX rooms_space ON public.rooms USING btree (space_id, kind, id);

CREATE TABLE searched_segments (
  segment_id text NOT NULL,
  record_id text NOT NULL,
  search tsvector NOT NULL,
  CONSTRAINT searched_segments_pkey PRIMARY KEY (segment_id),
  CONSTRAINT searched_segments_segment_id_fkey FOREIGN KEY (segment_id) REFERENCES transcript_segments(id) ON DELETE CASCADE
);
CREATE INDEX searched_segments_search ON public.searched_segments USING gin (search) WITH (fastupdate=off);

CREATE TABLE session_items (
  session_id text NOT NULL,
  item_id text NOT NULL,
  at_second double precision NOT NULL,
  until_second double precision,
  kind text NOT NULL,
  content jsonb NOT NULL,
  shown_at timestamp with time zone NOT NULL,
  poll_id bigint,
  message_id bigint,
  closed_at timestamp with time zone,
  CONSTRAINT session_items_pkey PRIMARY KEY (session_id, item_id),
  CONSTRAINT session_items_session_id_fkey FOREIGN KEY (session_id) REFERENCES playback_sessions(id) ON DELETE CASCADE
);
CREATE INDEX session_items_open_polls ON public.session_items USING btree (session_id) WHERE ((poll_id IS NOT NULL) AND (closed_at IS NULL));

CREATE TABLE session_questions (
  id text NOT NULL,
  session_id text NOT NULL,
  participant_id text NOT NULL,
  text text NOT NULL,
  position double precision NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  state text NOT NULL DEFAULT 'open'::text,
  answer text,
  is_public boolean NOT NULL DEFAULT false,
  answered_at timestamp with time zone,
  revision integer NOT NULL DEFAULT 0,
  CONSTRAINT session_questions_pkey PRIMARY KEY (id),
  CONSTRAINT session_questions_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE,
  CONSTRAINT session_questions_session_id_fkey FOREIGN KEY (session_id) REFERENCES playback_sessions(id) ON DELETE CASCADE,
  CONSTRAINT session_questions_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'dismissed'::text])))
);
CREATE INDEX session_questions_participant ON public.session_questions USING btree (participant_id, session_id);
CREATE INDEX session_questions_session ON public.session_questions USING btree (session_id, asked_at);

CREATE TABLE session_replays (
  session_id text NOT NULL,
  channel_id bigint NOT NULL,
  recorded_from timestamp with time zone NOT NULL,
  last_message_id bigint NOT NULL,
  end_message_id bigint NOT NULL,
  CONSTRAINT session_replays_pkey PRIMARY KEY (session_id),
  CONSTRAINT session_replays_session_id_fkey FOREIGN KEY (session_id) REFERENCES playback_sessions(id) ON DELETE CASCADE
);

CREATE TABLE sign_in_attempts (
  key bytea NOT NULL,
  count integer NOT NULL,
  resets_at timestamp with time zone NOT NULL,
  CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (key)
);
CREATE INDEX sign_in_attempts_age ON public.sign_in_attempts USING btree (resets_at);

CREATE TABLE socket_positions (
  channel text NOT NULL,
  epoch text NOT NULL,
  seq bigint NOT NULL,
  engine_epoch text NOT NULL,
  engine_offset bigint NOT NULL,
  moved_at timestamp with time zone NOT NULL,
  CONSTRAINT socket_positions_pkey PRIMARY KEY (channel)
);
CREATE INDEX socket_positions_moved ON public.socket_positions USING btree (moved_at);

CREATE TABLE space_logos (
  space_id text NOT NULL,
  url text NOT NULL,
  loaded_at timestamp with time zone NOT NULL,
  type text,
  bytes bytea,
  CONSTRAINT space_logos_pkey PRIMARY KEY (space_id),
  CONSTRAINT space_logos_space_id_fkey FOREIGN KEY (space_id) REFERENCES all_spaces(id) ON DELETE CASCADE,
  CONSTRAINT space_logos_bytes_check CHECK ((octet_length(bytes) <= 524288)),
  CONSTRAINT space_logos_check CHECK (((type IS NULL) = (bytes IS NULL)))
);

CREATE TABLE space_members (
  space_id text NOT NULL,
  user_id text NOT NULL,
  role text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  is_service boolean NOT NULL DEFAULT false,
  CONSTRAINT space_members_pkey PRIMARY KEY (space_id, user_id),
  CONSTRAINT space_members_space_id_fkey FOREIGN KEY (space_id) REFERENCES all_spaces(id) ON DELETE CASCADE,
  CONSTRAINT space_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT space_members_role_check CHECK ((role = ANY (ARRAY['moderator'::text, 'user'::text])))
);
CREATE INDEX space_members_user ON public.space_members USING btree (user_id, space_id);

CREATE TABLE stage_reactions (
  call_id text NOT NULL,
  participant_id text NOT NULL,
  count integer NOT NULL,
  CONSTRAINT stage_reactions_pkey PRIMARY KEY (call_id, participant_id),
  CONSTRAINT stage_reactions_call_id_fkey FOREIGN KEY (call_id) REFERENCES calls(id) ON DELETE CASCADE,
  CONSTRAINT stage_reactions_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE
);
CREATE INDEX stage_reactions_participant ON public.stage_reactions USING btree (participant_id);

CREATE TABLE timeline_items (
  id text NOT NULL,
  playback_id text NOT NULL,
  at_second double precision NOT NULL,
  until_second double precision,
  kind text NOT NULL,
  content jsonb NOT NULL,
  CONSTRAINT timeline_items_pkey PRIMARY KEY (id),
  CONSTRAINT timeline_items_playback_id_fkey FOREIGN KEY (playback_id) REFERENCES rooms(id) ON DELETE CASCADE,
  CONSTRAINT timeline_items_check CHECK ((until_second > at_second)),
  CONSTRAINT timeline_items_kind_check CHECK ((kind = ANY (ARRAY['offer'::text, 'poll'::text, 'message'::text])))
);
CREATE INDEX timeline_items_playback ON public.timeline_items USING btree (playback_id, at_second, id);

CREATE TABLE token_families (
  id text NOT NULL,
  kind text NOT NULL,
  user_id text NOT NULL,
  client_user_id text,
  created_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  is_browser boolean NOT NULL DEFAULT false,
  user_agent text,
  ip text,
  last_used_at timestamp with time zone,
  CONSTRAINT token_families_pkey PRIMARY KEY (id),
  CONSTRAINT token_families_client_user_id_fkey FOREIGN KEY (client_user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT token_families_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT token_families_kind_check CHECK ((kind = ANY (ARRAY['client'::text, 'user'::text])))
);
CREATE INDEX token_families_client ON public.token_families USING btree (client_user_id) WHERE (client_user_id IS NOT NULL);
CREATE INDEX token_families_user ON public.token_families USING btree (user_id);

CREATE TABLE transcript_chunks (
  record_id text NOT NULL,
  voice integer NOT NULL,
  number integer NOT NULL,
  language text,
  sentences jsonb NOT NULL,
  is_refused boolean NOT NULL DEFAULT false,
  CONSTRAINT transcript_chunks_pkey PRIMARY KEY (record_id, voice, number),
  CONSTRAINT transcript_chunks_record_id_fkey FOREIGN KEY (record_id) REFERENCES transcripts(record_id) ON DELETE CASCADE
);

CREATE TABLE transcript_segments (
  id text NOT NULL,
  record_id text NOT NULL,
  start_seconds double precision NOT NULL,
  end_seconds double precision NOT NULL,
  text text NOT NULL,
  original_text text,
  speaker text NOT NULL,
  original_speaker text,
  participant_id text NOT NULL,
  external_user_id text,
  language text,
  confidence double precision,
  words jsonb NOT NULL,
  CONSTRAINT transcript_segments_pkey PRIMARY KEY (id),
  CONSTRAINT transcript_segments_record_id_fkey FOREIGN KEY (record_id) REFERENCES transcripts(record_id) ON DELETE CASCADE
);
CREATE INDEX transcript_segments_order ON public.transcript_segments USING btree (record_id, start_seconds, id);
CREATE INDEX transcript_segments_participant ON public.transcript_segments USING btree (participant_id);

CREATE TABLE transcripts (
  record_id text NOT NULL,
  state text NOT NULL DEFAULT 'waiting'::text,
  failure text,
  language text NOT NULL,
  spoken_language text,
  engine text,
  revision integer NOT NULL DEFAULT 0,
  progress real,
  node_id text,
  claim text,
  claimed_until timestamp with time zone,
  attempts integer NOT NULL DEFAULT 0,
  done_voices integer[] NOT NULL DEFAULT '{}'::integer[],
  away_since timestamp with time zone,
  requested_at timestamp with time zone NOT NULL,
  begun_at timestamp with time zone,
  finished_at timestamp with time zone,
  work_seconds double precision NOT NULL DEFAULT 0,
  voice_seconds double precision NOT NULL DEFAULT 0,
  summary jsonb,
  summary_version integer NOT NULL DEFAULT 0,
  summary_due_at timestamp with time zone,
  summary_attempts integer NOT NULL DEFAULT 0,
  CONSTRAINT transcripts_pkey PRIMARY KEY (record_id),
  CONSTRAINT transcripts_record_id_fkey FOREIGN KEY (record_id) REFERENCES records(id) ON DELETE CASCADE,
  CONSTRAINT transcripts_check CHECK (((state = 'failed'::text) = (failure IS NOT NULL))),
  CONSTRAINT transcripts_check1 CHECK (((state = ANY (ARRAY['ready'::text, 'failed'::text])) = (finished_at IS NOT NULL))),
  CONSTRAINT transcripts_check2 CHECK (((state <> 'ready'::text) OR ((engine IS NOT NULL) AND (revision > 0)))),
  CONSTRAINT transcripts_failure_check CHECK ((failure = ANY (ARRAY['no_audio'::text, 'too_long'::text, 'corrupted'::text, 'language_unsupported'::text, 'engine_unavailable'::text, 'unknown'::text]))),
  CONSTRAINT transcripts_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'ready'::text, 'failed'::text])))
);
CREATE INDEX transcripts_due ON public.transcripts USING btree (requested_at, record_id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX transcripts_finished ON public.transcripts USING btree (finished_at) WHERE (state = 'ready'::text);
CREATE INDEX transcripts_summary ON public.transcripts USING btree (summary_due_at) WHERE (summary_due_at IS NOT NULL);

CREATE TABLE users (
  id text NOT NULL,
  email text NOT NULL,
  username text NOT NULL,
  phone text,
  password_hash text,
  plan text NOT NULL,
  client_id text,
  client_secret_hash bytea,
  created_by_client_of text,
  created_at timestamp with time zone NOT NULL,
  disabled_at timestamp with time zone,
  meetings_space_id text,
  meetings_room_id text,
  may_create_users boolean NOT NULL DEFAULT false,
  entries_valid_from timestamp with time zone,
  language text,
  email_verified_at timestamp with time zone,
  service_space_id text,
  CONSTRAINT users_client_id_key UNIQUE (client_id),
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_created_by_client_of_fkey FOREIGN KEY (created_by_client_of) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT users_meetings_room_id_fkey FOREIGN KEY (meetings_room_id) REFERENCES rooms(id) ON DELETE SET NULL,
  CONSTRAINT users_meetings_space_id_fkey FOREIGN KEY (meetings_space_id) REFERENCES all_spaces(id) ON DELETE SET NULL,
  CONSTRAINT users_service_space_id_fkey FOREIGN KEY (service_space_id) REFERENCES all_spaces(id) ON DELETE CASCADE,
  CONSTRAINT users_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'team'::text, 'business'::text, 'enterprise'::text])))
);
CREATE INDEX users_creator ON public.users USING btree (created_by_client_of) WHERE (created_by_client_of IS NOT NULL);
CREATE INDEX users_disabled ON public.users USING btree (disabled_at) WHERE (disabled_at IS NOT NULL);
CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));
CREATE INDEX users_entries_valid_from ON public.users USING btree (entries_valid_from) WHERE (entries_valid_from IS NOT NULL);
CREATE INDEX users_meetings_room ON public.users USING btree (meetings_room_id) WHERE (meetings_room_id IS NOT NULL);
CREATE INDEX users_meetings_space ON public.users USING btree (meetings_space_id) WHERE (meetings_space_id IS NOT NULL);
CREATE UNIQUE INDEX users_service ON public.users USING btree (service_space_id) WHERE (service_space_id IS NOT NULL);

CREATE TABLE video_renditions (
  video_id text NOT NULL,
  name text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  bandwidth integer NOT NULL,
  codecs text NOT NULL,
  durations real[] NOT NULL,
  bytes bigint NOT NULL,
  ready_at timestamp with time zone,
  CONSTRAINT video_renditions_pkey PRIMARY KEY (video_id, name),
  CONSTRAINT video_renditions_video_id_fkey FOREIGN KEY (video_id) REFERENCES videos(id) ON DELETE CASCADE,
  CONSTRAINT video_renditions_name_check CHECK ((name = ANY (ARRAY['source'::text, '360p'::text])))
);

CREATE TABLE videos (
  id text NOT NULL,
  space_id text NOT NULL,
  record_id text,
  asset_id text,
  state text NOT NULL DEFAULT 'waiting'::text,
  failure text,
  duration double precision,
  width integer,
  height integer,
  has_sound boolean,
  progress real,
  name_key bytea NOT NULL,
  node_id text,
  claimed_until timestamp with time zone,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  ready_at timestamp with time zone,
  deleted_at timestamp with time zone,
  files_removed_at timestamp with time zone,
  small_state text NOT NULL DEFAULT 'none'::text,
  small_attempts integer NOT NULL DEFAULT 0,
  CONSTRAINT videos_pkey PRIMARY KEY (id),
  CONSTRAINT videos_check CHECK (((record_id IS NULL) <> (asset_id IS NULL))),
  CONSTRAINT videos_check1 CHECK (((state = 'failed'::text) = (failure IS NOT NULL))),
  CONSTRAINT videos_check2 CHECK (((state = 'ready'::text) = (ready_at IS NOT NULL))),
  CONSTRAINT videos_check3 CHECK (((state <> 'ready'::text) OR ((duration IS NOT NULL) AND (width IS NOT NULL) AND (height IS NOT NULL) AND (has_sound IS NOT NULL)))),
  CONSTRAINT videos_failure_check CHECK ((failure = ANY (ARRAY['not_found'::text, 'unreadable'::text, 'no_video'::text, 'too_long'::text, 'storage'::text, 'unknown'::text]))),
  CONSTRAINT videos_small_state_check CHECK ((small_state = ANY (ARRAY['none'::text, 'waiting'::text, 'preparing'::text, 'ready'::text, 'failed'::text]))),
  CONSTRAINT videos_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'preparing'::text, 'ready'::text, 'failed'::text])))
);
CREATE UNIQUE INDEX videos_asset ON public.videos USING btree (asset_id) WHERE ((deleted_at IS NULL) AND (state <> 'failed'::text));
CREATE INDEX videos_due ON public.videos USING btree (created_at) WHERE ((deleted_at IS NULL) AND (state = ANY (ARRAY['waiting'::text, 'preparing'::text])));
CREATE INDEX videos_kept ON public.videos USING btree (id) WHERE (deleted_at IS NULL);
CREATE INDEX videos_leftover ON public.videos USING btree (id) WHERE (((deleted_at IS NOT NULL) OR (state = 'failed'::text)) AND (files_removed_at IS NULL));
CREATE UNIQUE INDEX videos_record ON public.videos USING btree (record_id) WHERE ((deleted_at IS NULL) AND (state <> 'failed'::text));
CREATE INDEX videos_small_due ON public.videos USING btree (ready_at) WHERE ((deleted_at IS NULL) AND (state = 'ready'::text) AND (small_state = ANY (ARRAY['waiting'::text, 'preparing'::text])));

CREATE TABLE viewings (
  id text NOT NULL,
  session_id text NOT NULL,
  participant_id text NOT NULL,
  kind text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  position double precision NOT NULL,
  is_playing boolean NOT NULL DEFAULT false,
  is_tab_visible boolean NOT NULL DEFAULT true,
  interval_id bigint,
  closed_at timestamp with time zone,
  CONSTRAINT viewings_pkey PRIMARY KEY (id),
  CONSTRAINT viewings_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE,
  CONSTRAINT viewings_session_id_fkey FOREIGN KEY (session_id) REFERENCES playback_sessions(id) ON DELETE CASCADE,
  CONSTRAINT viewings_kind_check CHECK ((kind = ANY (ARRAY['live'::text, 'replay'::text, 'permanent'::text])))
);
CREATE INDEX viewings_open ON public.viewings USING btree (session_id, kind) WHERE (closed_at IS NULL);
CREATE INDEX viewings_participant ON public.viewings USING btree (participant_id);
CREATE INDEX viewings_session ON public.viewings USING btree (session_id, participant_id);

CREATE TABLE views (
  position integer NOT NULL,
  object text NOT NULL,
  definition text NOT NULL,
  CONSTRAINT views_pkey PRIMARY KEY ("position")
);

CREATE TABLE visits (
  id text NOT NULL,
  call_id text NOT NULL,
  participant_id text NOT NULL,
  entry_id text NOT NULL,
  engine_sid text NOT NULL,
  entered_at timestamp with time zone NOT NULL,
  exited_at timestamp with time zone,
  activity_number integer NOT NULL DEFAULT 0,
  CONSTRAINT visits_engine_sid_key UNIQUE (engine_sid),
  CONSTRAINT visits_pkey PRIMARY KEY (id),
  CONSTRAINT visits_call_id_fkey FOREIGN KEY (call_id) REFERENCES calls(id) ON DELETE CASCADE,
  CONSTRAINT visits_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE
);
CREATE INDEX visits_call ON public.visits USING btree (call_id);
CREATE INDEX visits_open ON public.visits USING btree (call_id) WHERE (exited_at IS NULL);
CREATE INDEX visits_participant ON public.visits USING btree (participant_id);

CREATE TABLE watch_intervals (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  viewing_id text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  position_from double precision NOT NULL,
  position_to double precision NOT NULL,
  is_tab_visible boolean NOT NULL,
  CONSTRAINT watch_intervals_pkey PRIMARY KEY (id),
  CONSTRAINT watch_intervals_viewing_id_fkey FOREIGN KEY (viewing_id) REFERENCES viewings(id) ON DELETE CASCADE,
  CONSTRAINT watch_intervals_check CHECK (((ended_at >= started_at) AND (position_to >= position_from)))
);
CREATE INDEX watch_intervals_viewing ON public.watch_intervals USING btree (viewing_id);

CREATE TABLE webhook_attempts (
  id text NOT NULL,
  delivery_id text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  duration_ms integer NOT NULL,
  status_code integer,
  answer text,
  error text,
  number integer NOT NULL,
  url text,
  signature text,
  header_signature text,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE
);
CREATE INDEX webhook_attempts_delivery ON public.webhook_attempts USING btree (delivery_id, started_at);

CREATE TABLE webhook_deliveries (
  id text NOT NULL,
  sequence bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  webhook_id text NOT NULL,
  event_id text NOT NULL,
  event_name text NOT NULL,
  space_id text NOT NULL,
  room_id text NOT NULL,
  record_id text,
  call_id text,
  body text NOT NULL,
  status text NOT NULL DEFAULT 'pending'::text,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone,
  claimed_until timestamp with time zone,
  claimed_by text,
  is_repeat boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL,
  is_test boolean NOT NULL DEFAULT false,
  last_attempt integer,
  is_sample boolean NOT NULL DEFAULT false,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_deliveries_again ON public.webhook_deliveries USING btree (webhook_id, next_attempt_at) WHERE ((status = 'pending'::text) AND (attempts > 0));
CREATE INDEX webhook_deliveries_ended ON public.webhook_deliveries USING btree (created_at) WHERE (status <> 'pending'::text);
CREATE INDEX webhook_deliveries_first ON public.webhook_deliveries USING btree (webhook_id, sequence) WHERE ((status = 'pending'::text) AND (attempts = 0));
CREATE INDEX webhook_deliveries_held ON public.webhook_deliveries USING btree (claimed_until) WHERE ((status = 'pending'::text) AND (claimed_until IS NOT NULL));
CREATE INDEX webhook_deliveries_log ON public.webhook_deliveries USING btree (webhook_id, created_at, sequence);
CREATE INDEX webhook_deliveries_status ON public.webhook_deliveries USING btree (webhook_id, status, created_at, sequence);

CREATE TABLE webhooks (
  id text NOT NULL,
  space_id text,
  url text NOT NULL,
  secret bytea NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL,
  target text NOT NULL GENERATED ALWAYS AS (COALESCE("substring"(lower(url), '^https?://[^/?#]+'::text), url)) STORED,
  previous_secret bytea,
  previous_secret_until timestamp with time zone,
  failed_in_row integer NOT NULL DEFAULT 0,
  failed_since timestamp with time zone,
  last_failed_at timestamp with time zone,
  is_troubled boolean NOT NULL DEFAULT false,
  events text[] NOT NULL DEFAULT '{}'::text[],
  is_first boolean NOT NULL DEFAULT true,
  skipped_events text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT webhooks_pkey PRIMARY KEY (id),
  CONSTRAINT webhooks_space_id_fkey FOREIGN KEY (space_id) REFERENCES all_spaces(id) ON DELETE SET NULL
);
CREATE INDEX webhooks_space ON public.webhooks USING btree (space_id, created_at, id);
CREATE UNIQUE INDEX webhooks_space_id_key ON public.webhooks USING btree (space_id) WHERE is_first;

CREATE OR REPLACE FUNCTION public.delete_chapters_of_record()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM record_chapters WHERE record_id = NEW.id;
  RETURN NULL;
END;
$function$;

CREATE OR REPLACE FUNCTION public.delete_transcript_of_record()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM transcripts WHERE record_id = NEW.id;
  RETURN NULL;
END;
$function$;

CREATE OR REPLACE FUNCTION public.ids_in(answer jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE COST 10000
RETURN ARRAY(SELECT DISTINCT found.found[1] AS found FROM regexp_matches((ids_in.answer)::text, '"([0-9a-f]{24}|[0-9]{1,18})"'::text, 'g'::text) found(found));

CREATE OR REPLACE FUNCTION public.index_segment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO searched_segments (segment_id, record_id, search)
  SELECT NEW.id, r.id, lexemes_of_group(s.chat_application_id, to_tsvector('russian', translate(NEW.text, 'ёЁ', 'еЕ')))
  FROM records r JOIN all_spaces s ON s.id = r.space_id WHERE r.id = NEW.record_id
  ON CONFLICT (segment_id) DO UPDATE SET search = EXCLUDED.search;
  RETURN NULL;
END;
$function$;

CREATE OR REPLACE FUNCTION public.lexemes_of_group(number bigint, lexemes tsvector)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT (COALESCE(string_agg((((((''''::text || lexemes_of_group.number) || ':'::text) || replace(replace(unnest.lexeme, '\'::text, '\\'::text), ''''::text, ''''''::text)) || ''':'::text) || array_to_string(unnest.positions, ','::text)), ' '::text), ''::text))::tsvector AS "coalesce" FROM unnest(lexemes_of_group.lexemes) unnest(lexeme, positions, weights) WHERE (octet_length(unnest.lexeme) <= 2000));

CREATE OR REPLACE FUNCTION public.query_of_group(number bigint, query tsquery)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (regexp_replace((query)::text, '''((?:[^'']|'''')*)'''::text, ((''''::text || number) || ':\1'''::text), 'g'::text))::tsquery;

CREATE OR REPLACE FUNCTION public.room_code()
 RETURNS text
 LANGUAGE sql
BEGIN ATOMIC
 SELECT string_agg(substr('bcdfghjkmnpqrstvwxz23456789'::text, ((get_byte(r.bytes, i.i) % 27) + 1), 1), ''::text) AS string_agg
    FROM (( SELECT uuid_send(gen_random_uuid()) AS bytes) r
      CROSS JOIN unnest(ARRAY[0, 1, 2, 3, 4, 5, 9, 10, 11]) i(i));
END;

CREATE TRIGGER record_deleted AFTER UPDATE OF deleted_at ON public.records FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION delete_transcript_of_record();

CREATE TRIGGER record_deleted_with_chapters AFTER UPDATE OF deleted_at ON public.records FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION delete_chapters_of_record();

CREATE TRIGGER segment_said AFTER INSERT OR UPDATE OF text ON public.transcript_segments FOR EACH ROW EXECUTE FUNCTION index_segment();
