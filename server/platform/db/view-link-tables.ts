// The table of links for viewing.
import type { Generated } from 'kysely';
import type { Timestamp } from './result-tables.ts';

export interface ViewLinks {
  id: string;
  workspace_id: string;
  test_id: string;
  kind: 'results' | 'report' | 'recording' | 'clip' | 'reel';
  /** Of a session, clip or reel; null for what shows the whole test, and once its participant withdrew. */
  thing_id: string | null;
  withdrawn: Generated<boolean>;
  token_hash: Buffer;
  password_hash: string | null;
  with_names: boolean;
  with_downloads: boolean;
  created_by: string | null;
  created_at: Timestamp;
  expires_at: Date | null;
  revoked_at: Generated<Date | null>;
  views: Generated<number>;
  last_viewed_at: Generated<Date | null>;
}
