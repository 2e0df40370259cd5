-- A long recording's index has some hundred kilobytes and is read whole or not at all. Kept as it was
-- written, uncompressed, it is stored in a quarter of the time that jsonb took, while a participant waits.
ALTER TABLE recordings ALTER COLUMN media_index TYPE json;
ALTER TABLE recordings ALTER COLUMN media_index SET STORAGE EXTERNAL;
