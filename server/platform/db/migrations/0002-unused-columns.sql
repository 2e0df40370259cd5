-- Columns that only versions before 0.9.0 wrote. Indexes of videos are in storage, and the server computes a missing one
-- from the video.
ALTER TABLE recordings DROP COLUMN media_index;
ALTER TABLE sign_ins DROP COLUMN has_old_cookie;
