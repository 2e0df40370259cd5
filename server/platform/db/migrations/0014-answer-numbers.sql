-- The number that an answer is: of a scale, a number or a set of one item that one, of other sets the score. Null for
-- other answers, and for a set of which an item was left out.
ALTER TABLE answers ADD COLUMN number double precision;
