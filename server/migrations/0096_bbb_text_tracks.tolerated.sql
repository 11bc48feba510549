-- Captions that a client of the BigBlueButton API uploaded for a recording (docs/decisions/0212).
CREATE TABLE bbb_text_tracks (
  meeting_id text NOT NULL REFERENCES bbb_recordings (meeting_id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('subtitles', 'captions')),
  language text NOT NULL,
  label text NOT NULL,
  -- WebVTT as it is served, on the time of the whole recording.
  content text NOT NULL,
  PRIMARY KEY (meeting_id, kind, language)
);
