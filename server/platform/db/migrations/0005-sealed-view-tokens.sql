-- The token of a link for viewing, encrypted by a key that is not in the database, so that members can copy the link
-- again. Null for links of version 1.0, and once the link is revoked or its recording withdrawn.
ALTER TABLE view_links ADD COLUMN sealed_token text;
