// Tables of readings and results: what sessions said, one by one, in rows that SQL can sum.
import type { ColumnType, Generated } from 'kysely';
import type { Obstacle } from '#contract/obstacles.ts';
import type { Outcome } from '#contract/outcomes.ts';

/** Timestamps are read as Date and written as Date. */
export type Timestamp = ColumnType<Date, Date | undefined, Date>;

export interface Readings {
  session_id: string;
  version: Generated<number>;
  read_at: ColumnType<Date | null, Date | undefined, Date>;
  failures: Generated<number>;
  retry_at: ColumnType<Date | null, never, Date | null>;
}

export interface TaskRuns {
  session_id: string;
  step: number;
  prototype_state: 'shown' | 'sign_in' | 'password' | 'silent';
  began_at_ms: number | null;
  ended_at_ms: number | null;
  path: string[];
  clicks: number;
  misclicks: number;
  skipped_echo: number;
  skipped_navigation_race: number;
  skipped_without_position: number;
  skipped_without_screen: number;
  path_at_ms: Generated<number[]>;
  screens: Generated<number[]>;
  route: Generated<string>;
  computed_outcome: Outcome | null;
  outcome: Outcome | null;
  goal_version: Generated<number>;
  goal_at_ms: number | null;
  walked: Generated<number>;
  walked_different: Generated<number>;
}

export interface Visits {
  session_id: string;
  step: number;
  ordinal: number;
  screen_id: string;
  entered_at_ms: number;
  left_at_ms: number | null;
  in_history: boolean;
}

export interface Clicks {
  session_id: string;
  step: number;
  seq: number;
  at_ms: number;
  screen_id: string;
  x: number | null;
  y: number | null;
  unplaced: string | null;
  inner_scrolled: boolean;
  reacted: boolean | null;
  behind_overlay: boolean;
  target_id: string | null;
  is_first: Generated<boolean>;
  place: Generated<string | null>;
  led_to: Generated<number | null>;
}

export interface ResultVersions {
  id: Generated<string>;
  test_id: string;
  version: Generated<string>;
}

export interface TestScreens {
  test_id: string;
  number: number;
  api_origin: string;
  file_key: string;
  node_id: string;
  layer_name: string | null;
  given_name: string | null;
  in_design: Generated<boolean>;
}

/** Written by a trigger of `openings`. */
export interface OpeningCounts {
  test_id: string;
  openings: number;
}

export interface Openings {
  id: string;
  test_id: string;
  revision_id: string;
  opened_at: Timestamp;
  started: Generated<boolean>;
  session_id: string | null;
  obstacle: Obstacle | null;
}

export interface TaskAnswers {
  session_id: string;
  step: number;
  did_it: boolean | null;
  ease: number | null;
  helped: string | null;
  answered_at: Timestamp;
}

export interface Judgements {
  id: string;
  session_id: string;
  step: number;
  kind: 'outcome' | 'exclusion';
  outcome: Outcome | null;
  reason: string | null;
  judged_by: string | null;
  judged_at: Timestamp;
}

export interface RunScreens {
  session_id: string;
  step: number;
  screen: number;
  presented: number;
  first_at_ms: number;
  back_at_ms: number | null;
  is_last: boolean;
  clicks: number;
  misclicks: number;
  unplaced: number;
  first_reacted_ms: number | null;
  first_missed_at_ms: number | null;
  first_led_to: Generated<number | null>;
}

export interface RunPlaces {
  session_id: string;
  step: number;
  screen: number;
  place: string;
  presses: number;
  first_at_ms: number;
}

interface Noted {
  id: string;
  session_id: string;
  test_id: string;
  tags: Generated<string[]>;
  created_by: string | null;
  created_at: Timestamp;
  edited_by: string | null;
  edited_at: Date | null;
  version: Generated<number>;
}

export interface Notes extends Noted {
  at_ms: number;
  text: string;
}

export interface Clips extends Noted {
  from_ms: number;
  to_ms: number;
  title: Generated<string>;
}
