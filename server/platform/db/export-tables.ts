// Tables of exports.
import type { Generated, JSONColumnType } from 'kysely';
import type { Exported } from '#contract/exports.ts';
import type { Timestamp } from './result-tables.ts';

export interface Exports {
  id: string;
  test_id: string;
  made_by: string | null;
  made_at: Timestamp;
  state: Generated<Exported['state']>;
  asked: JSONColumnType<object>;
  prepared_bytes: Generated<number>;
  size_bytes: number | null;
  session_ids: Generated<string[]>;
}

export interface VideoChecksums {
  session_id: string;
  layout: string;
  crc32: number;
}
