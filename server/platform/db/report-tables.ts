// Tables of reels and findings: what members make of a test's clips, notes and numbers.
import type { Generated, JSONColumnType } from 'kysely';
import type { Timestamp } from './result-tables.ts';

interface Versioned {
  id: string;
  test_id: string;
  created_by: string | null;
  created_at: Timestamp;
  edited_by: string | null;
  edited_at: Date | null;
  version: Generated<number>;
}

export interface Reels extends Versioned {
  name: string;
}

export interface ReelItems {
  id: string;
  reel_id: string;
  position: number;
  kind: 'clip' | 'title';
  /** Null: a title card, or a clip that is gone. */
  clip_id: string | null;
  withdrawn: Generated<boolean>;
  text: string | null;
}

export interface Findings extends Versioned {
  position: number;
  sentence: string;
  text: Generated<string>;
  by_rule: Generated<boolean>;
}

export interface FindingEvidence {
  id: string;
  finding_id: string;
  position: number;
  kind: 'clip' | 'note' | 'number';
  /** Null: another kind, or gone. */
  clip_id: string | null;
  note_id: string | null;
  withdrawn: Generated<boolean>;
  number: JSONColumnType<object> | null;
}
