-- What a test asked at a time: its revisions, each with ordered steps. A session belongs to the revision that it
-- ran; which image of a screen a revision shows stands in `revision_screens`.

CREATE TABLE revisions (
  id uuid PRIMARY KEY,
  test_id uuid NOT NULL REFERENCES tests ON DELETE CASCADE,
  -- null: changed before anybody ran it; a page may still show it
  number integer CHECK (number > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- at the end of a statement: one that is run after all gets its number back
  UNIQUE (test_id, number) DEFERRABLE
);

CREATE TABLE steps (
  id uuid PRIMARY KEY,
  revision_id uuid NOT NULL REFERENCES revisions ON DELETE CASCADE,
  position smallint NOT NULL CHECK (position BETWEEN 1 AND 30),
  kind text NOT NULL CHECK (kind IN ('task')),
  text text NOT NULL,
  -- null for steps without a prototype
  prototype_url text,
  goal jsonb,
  UNIQUE (revision_id, position)
);

-- Texts that were corrected in place, after sessions had read them.
CREATE TABLE step_corrections (
  id uuid PRIMARY KEY,
  step_id uuid NOT NULL REFERENCES steps ON DELETE CASCADE,
  text_before text NOT NULL,
  text_after text NOT NULL,
  -- null once the person's account is deleted
  corrected_by uuid REFERENCES users ON DELETE SET NULL,
  corrected_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX step_corrections_step ON step_corrections (step_id);
CREATE INDEX step_corrections_user ON step_corrections (corrected_by);

INSERT INTO revisions (id, test_id, number, created_at)
SELECT gen_random_uuid(), id, 1, created_at FROM tests;
INSERT INTO steps (id, revision_id, position, kind, text, prototype_url)
SELECT gen_random_uuid(), revisions.id, 1, 'task', tests.task, tests.figma_url
FROM revisions JOIN tests ON tests.id = revisions.test_id;

ALTER TABLE sessions
  ADD COLUMN revision_id uuid REFERENCES revisions,
  -- it may have been asked something else than its revision says
  ADD COLUMN revision_uncertain boolean NOT NULL DEFAULT false;
-- A test kept its last text and link alone: what earlier sessions were asked is not known.
UPDATE sessions SET revision_id = revisions.id, revision_uncertain = sessions.started_at < tests.updated_at
FROM revisions JOIN tests ON tests.id = revisions.test_id
WHERE revisions.test_id = sessions.test_id;
ALTER TABLE sessions ALTER COLUMN revision_id SET NOT NULL;
CREATE INDEX sessions_revision ON sessions (revision_id);

-- By revision: the same node id may be another screen in the next prototype.
ALTER TABLE reported_nodes ADD COLUMN revision_id uuid;
UPDATE reported_nodes SET revision_id = sessions.revision_id
FROM sessions WHERE sessions.id = reported_nodes.session_id;
ALTER TABLE reported_nodes
  ALTER COLUMN revision_id SET NOT NULL,
  DROP COLUMN test_id;
CREATE INDEX reported_nodes_revision ON reported_nodes (revision_id, node_id);

CREATE TABLE revision_screens (
  revision_id uuid NOT NULL REFERENCES revisions ON DELETE CASCADE,
  api_origin text NOT NULL,
  file_key text NOT NULL,
  node_id text NOT NULL,
  screen_id uuid NOT NULL,
  -- fetched for another revision of the same file: the design may have changed since
  inherited boolean NOT NULL DEFAULT false,
  PRIMARY KEY (revision_id, api_origin, file_key, node_id)
);
INSERT INTO revision_screens (revision_id, api_origin, file_key, node_id, screen_id)
SELECT revisions.id, screens.api_origin, screens.file_key, screens.node_id, screens.id
FROM screens
  JOIN tests ON tests.workspace_id = screens.workspace_id
  JOIN revisions ON revisions.test_id = tests.id
  JOIN steps ON steps.revision_id = revisions.id AND position(screens.file_key IN steps.prototype_url) > 0;
-- A test that was edited may have shown another file: images of nodes that its sessions named and its present file
-- does not have are kept for it.
INSERT INTO revision_screens (revision_id, api_origin, file_key, node_id, screen_id)
SELECT DISTINCT sessions.revision_id, screens.api_origin, screens.file_key, screens.node_id, screens.id
FROM reported_nodes
  JOIN sessions ON sessions.id = reported_nodes.session_id AND sessions.revision_uncertain
  JOIN tests ON tests.id = sessions.test_id
  JOIN screens ON screens.workspace_id = tests.workspace_id AND screens.node_id = reported_nodes.node_id
WHERE NOT EXISTS (
  SELECT FROM revision_screens AS present
  WHERE present.revision_id = sessions.revision_id AND present.node_id = reported_nodes.node_id
);
-- Checked at the end of a transaction: rows of a workspace fall by cascade in any order.
ALTER TABLE revision_screens ADD CONSTRAINT revision_screens_screen_id_fkey
  FOREIGN KEY (screen_id) REFERENCES screens DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX revision_screens_screen ON revision_screens (screen_id);

-- An image never changes: two revisions may show two images of the same screen.
ALTER TABLE screens DROP CONSTRAINT screens_workspace_id_api_origin_file_key_node_id_key;
CREATE INDEX screens_file ON screens (workspace_id, api_origin, file_key, node_id);

ALTER TABLE tests
  DROP COLUMN task,
  DROP COLUMN figma_url;

-- Open pages hear of a new revision and of a corrected text.
CREATE FUNCTION tell_live_of_revisions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_live_session('test.changed', NEW.test_id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER live_revisions AFTER INSERT OR UPDATE ON revisions
  FOR EACH ROW WHEN (NEW.number > 1) EXECUTE FUNCTION tell_live_of_revisions();

CREATE FUNCTION tell_live_of_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_live_session('test.changed', test_id, NULL) FROM revisions WHERE id = NEW.revision_id;
  RETURN NULL;
END $$;
CREATE TRIGGER live_steps AFTER UPDATE ON steps
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_live_of_steps();
