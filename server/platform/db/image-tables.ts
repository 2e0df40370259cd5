// Tables of images: stills and heatmaps of sessions, and screens as revisions show them.
import type { Generated, JSONColumnType } from 'kysely';
import type { Timestamp } from './result-tables.ts';

export interface Heatmaps {
  session_id: string;
  screen_id: string;
  width: number;
  height: number;
  size_bytes: Generated<number>;
}

export interface StillSheets {
  session_id: string;
  sheet: number;
  width: number;
  height: number;
  times_ms: number[];
  size_bytes: Generated<number>;
}

export interface Screens {
  id: string;
  workspace_id: string;
  api_origin: string;
  file_key: string;
  node_id: string;
  width: number;
  height: number;
  origin_x: number;
  origin_y: number;
  boxes: JSONColumnType<object>;
  leads_to: Generated<string[]>;
  name: string | null;
  fetched_at: Timestamp;
  size_bytes: Generated<number>;
}

export interface RevisionScreens {
  revision_id: string;
  api_origin: string;
  file_key: string;
  node_id: string;
  screen_id: string;
  inherited: Generated<boolean>;
}
