// Tables of email changes as Kysely sees them (tables.ts).
import type { Timestamp } from './result-tables.ts';

export interface EmailChanges {
  token_hash: Buffer;
  user_id: string;
  email: string;
  expires_at: Date;
}

export interface EmailUndos {
  token_hash: Buffer;
  user_id: string;
  old_email: string;
  new_email: string;
  changed_at: Timestamp;
  expires_at: Date;
}
