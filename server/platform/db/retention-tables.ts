// Tables of retention as Kysely sees them (tables.ts).
import type { Generated } from 'kysely';

export interface RetentionWarnings {
  workspace_id: string;
  sent_at: Date;
  until: Date;
}

export interface RetentionLog {
  id: Generated<number>;
  workspace_id: string;
  day: string;
  test_id: string | null;
  test_name: string;
  recordings: number;
  clips: Generated<number>;
}
