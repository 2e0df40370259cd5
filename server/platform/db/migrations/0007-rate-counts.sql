-- Calls counted against their rates, by all servers on the database: columns as the library
-- rate-limiter-flexible reads them. Unlogged: a write waits for no disk, and a count that a crash loses
-- does no harm. Rows are removed some minutes after they end.
CREATE UNLOGGED TABLE rate_counts (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  -- milliseconds since 1970
  expire bigint
);
CREATE INDEX rate_counts_expire ON rate_counts (expire);
