-- Short, and read with every look at paths: in its row, where it was beside it. Routes from before move when their run is
-- settled again.
ALTER TABLE task_runs ALTER COLUMN route SET STORAGE MAIN;
