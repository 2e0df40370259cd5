-- A session that could not be read is tried again after 1, 2, 4 … minutes, at most a day.
ALTER TABLE readings
  ADD COLUMN failures integer NOT NULL DEFAULT 0,
  -- null: at once
  ADD COLUMN retry_at timestamptz;
