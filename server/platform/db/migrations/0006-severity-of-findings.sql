-- Severity of a finding, from 1 (cosmetic) to 4 (critical), or null until a member rates it; and the team's recommendation.
ALTER TABLE findings
  ADD COLUMN severity smallint CHECK (severity BETWEEN 1 AND 4),
  ADD COLUMN recommendation text NOT NULL DEFAULT '';
