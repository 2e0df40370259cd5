-- How bad a finding is, from 1 (cosmetic) to 4 (critical), or null until a member rates it; and what the team recommends.
ALTER TABLE findings
  ADD COLUMN severity smallint CHECK (severity BETWEEN 1 AND 4),
  ADD COLUMN recommendation text NOT NULL DEFAULT '';
