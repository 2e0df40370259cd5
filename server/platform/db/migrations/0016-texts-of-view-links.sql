-- A link for viewing can leave out what participants wrote. Links that exist show it, as before.
ALTER TABLE view_links ADD COLUMN with_texts boolean NOT NULL DEFAULT true;
