-- The participant ended the session by a press on 'I'm stuck', so the outcome is 'gave up' unless the goal was reached.
ALTER TABLE recordings ADD COLUMN pressed_stuck boolean NOT NULL DEFAULT false;
