-- Sessions of a test that get ready now are counted at each start; those that never recorded stay for days.
CREATE INDEX sessions_ready ON sessions (test_id, seen_at) WHERE waiting_from IS NOT NULL;
