-- Stills of recordings: where the poster was taken, and the sheets with each still's time.

-- milliseconds since the recording's start; null: no poster
ALTER TABLE recordings ADD COLUMN poster_at_ms integer;

CREATE TABLE still_sheets (
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  sheet integer NOT NULL,
  -- of one still, in pixels
  width integer NOT NULL,
  height integer NOT NULL,
  times_ms integer[] NOT NULL,
  PRIMARY KEY (session_id, sheet)
);
