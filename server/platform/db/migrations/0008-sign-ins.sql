-- Sign-ins can be listed and ended one by one: an id that is no secret, the browser in words, the last use
-- to the hour. `authenticated_at` is when the issuer last saw the person sign in; `ends_at` is 90 days after
-- the issuer's last answer, and no use moves it.

ALTER TABLE sign_ins
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  ADD COLUMN device text NOT NULL DEFAULT '',
  ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN authenticated_at timestamptz,
  ADD COLUMN ends_at timestamptz;

-- Sign-ins from before keep working: what is known of them is when they began.
UPDATE sign_ins SET
  authenticated_at = created_at,
  ends_at = created_at + interval '90 days',
  expires_at = least(expires_at, created_at + interval '90 days'),
  last_used_at = least(now(), greatest(created_at, expires_at - interval '30 days'));

ALTER TABLE sign_ins
  ALTER COLUMN authenticated_at SET NOT NULL,
  ALTER COLUMN authenticated_at SET DEFAULT now(),
  ALTER COLUMN ends_at SET NOT NULL,
  ALTER COLUMN ends_at SET DEFAULT now() + interval '90 days',
  ADD CONSTRAINT sign_ins_end CHECK (expires_at <= ends_at);
