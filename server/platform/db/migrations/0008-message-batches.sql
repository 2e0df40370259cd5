-- The raw messages of a session in one row for each call that brought some, and in a single row once the session is
-- over. Numbers 0 and 1 are those of rows from before this version.
ALTER TABLE session_messages ADD COLUMN batch integer NOT NULL DEFAULT 0;
ALTER TABLE session_messages DROP CONSTRAINT session_messages_pkey;
ALTER TABLE session_messages ADD PRIMARY KEY (session_id, batch);
ALTER TABLE session_messages ALTER COLUMN batch DROP DEFAULT;
-- Form 2 of message-form.rules.ts.
INSERT INTO session_messages (session_id, batch, form, messages, bytes)
  SELECT session_id, 1, 2, count(*),
    convert_to(
      string_agg(
        json_build_array(seq, at_ms::text, type) || E'\x1f' || data, E'\x1e' ORDER BY seq),
      'UTF8')
  FROM events GROUP BY session_id;
DROP TABLE events;
-- The job messages.pack looks for sessions whose messages are in several rows.
CREATE INDEX session_messages_unpacked ON session_messages (session_id) WHERE batch > 0;

ALTER TABLE all_sessions
  -- Number of the next row of its messages.
  ADD COLUMN message_batches integer NOT NULL DEFAULT 2,
  -- A bit for each number of a message that is stored, or null in a session that an earlier version began.
  ADD COLUMN received_messages bytea,
  -- Bytes that its messages, the nodes that they name and its answers take in the database.
  ADD COLUMN rows_bytes integer NOT NULL DEFAULT 0;
ALTER TABLE all_sessions ALTER COLUMN received_messages SET DEFAULT '';
CREATE OR REPLACE VIEW sessions AS SELECT * FROM all_sessions WHERE deleted_at IS NULL;

-- The nodes that a session's messages name, in one row.
CREATE TABLE session_nodes (
  session_id uuid PRIMARY KEY REFERENCES all_sessions ON DELETE CASCADE,
  revision_id uuid NOT NULL,
  node_ids text[] NOT NULL
);
INSERT INTO session_nodes (session_id, revision_id, node_ids)
  SELECT session_id, revision_id, array_agg(node_id) FROM reported_nodes GROUP BY session_id, revision_id;
DROP TABLE reported_nodes;
ALTER TABLE session_nodes RENAME TO reported_nodes;
ALTER INDEX session_nodes_pkey RENAME TO reported_nodes_pkey;
ALTER TABLE reported_nodes RENAME CONSTRAINT session_nodes_session_id_fkey TO reported_nodes_session_id_fkey;
CREATE INDEX reported_nodes_revision ON reported_nodes (revision_id);
