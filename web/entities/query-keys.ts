// The first part of every query's key, and the updates that make its answers stale. Queries take their keys
// from here and updates/update-refresh.ts reads the same rows, so a new key cannot be forgotten.
import type { QueryKey } from '@tanstack/react-query';
import type { PageUpdate } from '#contract/updates.ts';

interface KeyRow {
  key: QueryKey;
  /** None: only after a break of the stream. Null: the answer changes by this page's own calls alone. */
  staleBy: readonly PageUpdate['kind'][] | null;
  /** The test's id follows in the key: an update of one test leaves the others alone. */
  isPerTest?: true;
  /** Asked again once in so many milliseconds at most; in UPDATE_PACE_MS without it. */
  paceMs?: number;
}

/** A busy test sends many changes a second; the end of a session still shows at once. */
const UPDATE_PACE_MS = 250;
/** Numbers over all sessions: changes are folded together, so that a page can be read while people take the test. */
const RESULTS_PACE_MS = 2000;

const sessions = [
  'session.started',
  'session.running',
  'session.finished',
  'session.deleted',
] as const;
const changes = ['test.changed', 'test.deleted', ...sessions] as const;

export const queryKeys = {
  about: { key: ['about'], staleBy: null },
  designToken: { key: ['design-token'], staleBy: null },
  invitations: { key: ['invitations'], staleBy: [] },
  /** Then the kind of link and its token. */
  mailedLink: { key: ['mailed-link'], staleBy: null },
  /** Then the prototype's file. */
  prototypeScreens: { key: ['prototype-screens'], staleBy: null },
  signIn: { key: ['sign-in'], staleBy: null },
  signIns: { key: ['sign-ins'], staleBy: null },
  storage: { key: ['storage'], staleBy: [] },
  testList: { key: ['tests', 'list'], staleBy: ['test.created', ...changes] },
  test: { key: ['tests'], staleBy: changes, isPerTest: true },
  /** Then the test's id and the recording's timestamp, as in the two below. */
  recording: { key: ['recording'], staleBy: changes, isPerTest: true },
  recordingVideo: { key: ['recording-video'], staleBy: [], isPerTest: true },
  heatmaps: {
    key: ['recording-heatmaps'],
    staleBy: ['test.deleted', ...sessions],
    isPerTest: true,
  },
  /** Then the test's id, which results, and the filter. */
  results: { key: ['results'], staleBy: changes, isPerTest: true, paceMs: RESULTS_PACE_MS },
  userInfo: { key: ['user-info'], staleBy: ['workspace.changed'] },
  workspaces: { key: ['workspaces'], staleBy: ['workspace.changed'] },
} as const satisfies Record<string, KeyRow>;

const rows: readonly KeyRow[] = Object.values(queryKeys);

/** Beginnings of the keys of queries that an update makes stale. */
export function keysOf(update: PageUpdate): readonly QueryKey[] {
  const stale = rows.filter(({ staleBy }) => staleBy?.includes(update.kind));
  return stale.map(({ key, isPerTest }) =>
    isPerTest && 'testId' in update ? [...key, update.testId] : key,
  );
}

/** How long after one question for these answers the next may come. */
export function paceMsOf([first]: QueryKey): number {
  return rows.find(({ key, paceMs }) => key[0] === first && paceMs)?.paceMs ?? UPDATE_PACE_MS;
}

/** Of every query that an update, a missed one included, can make stale. */
export const changingKeys: readonly QueryKey[] = [
  ...new Set(rows.filter(({ staleBy }) => staleBy !== null).map(({ key }) => key[0])),
].map((first) => [first]);
