-- Tests with which the members of a workspace begin others.
ALTER TABLE all_tests ADD COLUMN is_template boolean NOT NULL DEFAULT false;
CREATE OR REPLACE VIEW tests AS SELECT * FROM all_tests WHERE deleted_at IS NULL;
CREATE INDEX tests_templates ON all_tests (workspace_id) WHERE is_template AND deleted_at IS NULL;
