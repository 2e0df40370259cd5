-- Exports of tests: what was asked for, how far each is, and whose sessions it holds. Their files lie in storage.

CREATE TABLE exports (
  id uuid PRIMARY KEY,
  test_id uuid NOT NULL REFERENCES all_tests ON DELETE CASCADE,
  -- null: the person's account is deleted
  made_by uuid REFERENCES users ON DELETE SET NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'preparing' CHECK (state IN ('preparing', 'ready', 'failed', 'over')),
  -- the filter, and what goes along
  asked jsonb NOT NULL,
  prepared_bytes bigint NOT NULL DEFAULT 0,
  -- once it is ready
  size_bytes bigint,
  session_ids uuid[] NOT NULL DEFAULT '{}'
);
CREATE INDEX exports_test ON exports (test_id);
CREATE INDEX exports_person ON exports (made_by);
CREATE INDEX exports_age ON exports (made_at);
-- One person has one in the making.
CREATE UNIQUE INDEX exports_preparing ON exports (made_by) WHERE state = 'preparing';

-- The checksum of a video as it is downloaded, so that it is read once for that: ZIP asks for it before the bytes.
CREATE TABLE video_checksums (
  session_id uuid PRIMARY KEY REFERENCES all_sessions ON DELETE CASCADE,
  -- which layout of the video it is of
  layout text NOT NULL,
  -- CRC-32 of ISO 3309
  crc32 bigint NOT NULL
);
