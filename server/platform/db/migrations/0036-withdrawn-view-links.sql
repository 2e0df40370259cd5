-- Of a link for viewing whose participant withdrew nothing tells which recording, or clip of it, it showed.
ALTER TABLE view_links
  ADD COLUMN withdrawn boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT view_links_check,
  ADD CONSTRAINT view_links_thing_check
    CHECK (CASE WHEN withdrawn THEN thing_id IS NULL ELSE (thing_id IS NULL) = (kind IN ('results', 'report')) END);
CREATE INDEX view_links_thing ON view_links (thing_id);
