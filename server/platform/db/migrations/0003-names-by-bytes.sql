-- Tests by name have one order whatever the database's collation is: that of the bytes of name_key. A browser
-- computes the same order, so that it can put a changed test in its place.
DROP INDEX tests_named;
CREATE INDEX tests_named ON all_tests (workspace_id, name_key COLLATE "C", id);
