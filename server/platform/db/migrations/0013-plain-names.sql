-- A slot is one of a test's submission limit; a place is a position on a screen's image.
ALTER TABLE sessions RENAME COLUMN holds_place TO holds_slot;
ALTER INDEX sessions_waiting_places RENAME TO sessions_waiting_slots;
