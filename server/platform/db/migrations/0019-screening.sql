-- Answers to screening questions, which were given before the session began.
ALTER TABLE answers ADD COLUMN at_start boolean NOT NULL DEFAULT false;

-- Words of those answers, by which the people of each answer are counted against its limit.
CREATE TABLE session_seats (
  session_id uuid NOT NULL REFERENCES all_sessions ON DELETE CASCADE,
  test_id uuid NOT NULL,
  step smallint NOT NULL,
  word text NOT NULL,
  PRIMARY KEY (session_id, step, word)
);
CREATE INDEX session_seats_word ON session_seats (test_id, step, word);

-- The screening question, and the word of the answer, with which the opening ended; null for other openings.
ALTER TABLE openings ADD COLUMN screened_step smallint;
ALTER TABLE openings ADD COLUMN screened_word text;
