-- Behind https the sign-in's cookie has another name now (`__Host-…`). Sign-ins from before are known by the
-- old name too; of any other one the old name is not believed.

ALTER TABLE sign_ins ADD COLUMN has_old_cookie boolean NOT NULL DEFAULT true;
ALTER TABLE sign_ins ALTER COLUMN has_old_cookie SET DEFAULT false;
