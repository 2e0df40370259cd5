-- Places of a test that come and go with signs of life, and how much is stored: for limits per session and
-- per workspace.

-- Names decide nothing any more (product description, reading 10).
ALTER TABLE sessions DROP COLUMN name_key;

ALTER TABLE sessions
  -- counted in tests.submissions
  ADD COLUMN holds_place boolean NOT NULL DEFAULT true,
  -- last sign of life before anything is recorded
  ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now(),
  -- a keyed hash of test and address until something is recorded, then null
  ADD COLUMN waiting_from text,
  -- of its raw messages' data
  ADD COLUMN events_bytes integer NOT NULL DEFAULT 0;

UPDATE sessions SET waiting_from = ''
FROM recordings
WHERE recordings.session_id = sessions.id AND recordings.size_bytes = 0 AND sessions.state = 'started';

UPDATE sessions SET events_bytes = stored.bytes
FROM (
  SELECT events.session_id, least(sum(octet_length(events.data::text)), 2147483647)::integer AS bytes
  FROM events JOIN recordings USING (session_id)
  WHERE recordings.state = 'receiving'
  GROUP BY events.session_id
) AS stored
WHERE stored.session_id = sessions.id;

CREATE INDEX sessions_waiting ON sessions (test_id, waiting_from, started_at) WHERE waiting_from IS NOT NULL;
CREATE INDEX sessions_waiting_places ON sessions (seen_at) WHERE waiting_from IS NOT NULL AND holds_place;
-- Sessions of a test that get ready now are counted at each start; those that never recorded stay for days.
CREATE INDEX sessions_ready ON sessions (test_id, seen_at) WHERE waiting_from IS NOT NULL;
-- A start looks for the browser's finished session while it holds the test's row.
CREATE INDEX sessions_browser ON sessions (test_id, browser_key) WHERE browser_key IS NOT NULL;

-- Bytes of what is stored. Images from before count as none.
ALTER TABLE heatmaps ADD COLUMN size_bytes integer NOT NULL DEFAULT 0;
ALTER TABLE still_sheets ADD COLUMN size_bytes integer NOT NULL DEFAULT 0;
ALTER TABLE screens ADD COLUMN size_bytes integer NOT NULL DEFAULT 0;
ALTER TABLE recordings
  ADD COLUMN poster_bytes integer NOT NULL DEFAULT 0,
  -- heatmaps, sheets and poster together
  ADD COLUMN images_bytes bigint NOT NULL DEFAULT 0;
