-- Order and variants: steps in shuffled order, the same task on several objects, and what each session was given.
ALTER TABLE steps
  ADD COLUMN shuffled boolean NOT NULL DEFAULT false,
  -- Place among the objects of one task, from 1; null for a task with one object.
  ADD COLUMN variant smallint CHECK (variant BETWEEN 1 AND 4);
ALTER TABLE all_sessions
  ADD COLUMN variant smallint,
  -- Numbers of the steps in shuffled order; a task with variants has that of its first one.
  ADD COLUMN step_order integer[];
CREATE OR REPLACE VIEW sessions AS SELECT * FROM all_sessions WHERE deleted_at IS NULL;
-- The sessions among which variants and orders are balanced.
CREATE INDEX sessions_assigned ON all_sessions (revision_id, variant, step_order)
  WHERE holds_slot AND deleted_at IS NULL AND (variant IS NOT NULL OR step_order IS NOT NULL);
