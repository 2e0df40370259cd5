// The first part of every query's key, and the updates that make its answers stale. Queries take their keys
// from here and updates/update-refresh.ts reads the same rows, so a new key cannot be forgotten.
import type { QueryKey } from '@tanstack/react-query';
import type { PageUpdate } from '#contract/updates.ts';
import type { PaceLimits } from '#web/lib/pace.ts';

interface KeyRow {
  key: QueryKey;
  /**
   * Updates that make the answer stale. An empty list: only a break of the stream. Null: only this
   * page's own calls.
   */
  staleBy: readonly PageUpdate['kind'][] | null;
  /** The test's id follows in the key: an update of one test leaves the others alone. */
  isPerTest?: true;
  /** Field of an update with the id of the one list item that is refetched. */
  byId?: 'testId' | 'sessionId';
  /** Limits the row to these keys. */
  only?: (key: QueryKey) => boolean;
  /** Pace of refetches; UPDATE_PACE by default. */
  pace?: PaceLimits;
}

/**
 * The end of a session shows at once. A busy test sends many changes a second: they are folded together, so that a page
 * makes under two calls a second.
 */
const LONGEST_MS = 4000;
export const UPDATE_PACE: PaceLimits = { firstMs: 250, longestMs: LONGEST_MS };
/** Numbers over all sessions: a page can be read while people take the test. */
const RESULTS_PACE: PaceLimits = { firstMs: 2000, longestMs: LONGEST_MS };

const sessions = [
  'session.started',
  'session.running',
  'session.finished',
  'session.deleted',
] as const;
const noteUpdates = ['session.noted', 'session.deleted', 'test.deleted'] as const;
/** A filter by words or tags finds other sessions after these updates. */
const words = ['session.noted', 'transcript.changed'] as const;
const changes = ['test.changed', 'test.deleted', ...sessions] as const;

export const queryKeys = {
  about: { key: ['about'], staleBy: null },
  apiKeys: { key: ['api-keys'], staleBy: null },
  /** Then the webhook's id. */
  deliveries: { key: ['deliveries'], staleBy: null },
  /** Then a clip's id and version: of its own file. */
  clipFiles: { key: ['clip-files'], staleBy: null },
  designToken: { key: ['design-token'], staleBy: null },
  /** Then the test's id and the filter, or an export's id. */
  exports: { key: ['exports'], staleBy: ['session.deleted', 'test.deleted'] },
  /** Then the test's id. */
  drafts: { key: ['drafts'], staleBy: ['draft.changed'], isPerTest: true },
  invitations: { key: ['invitations'], staleBy: [] },
  /** Then the kind of link and its token. */
  mailedLink: { key: ['mailed-link'], staleBy: null },
  /** Then the prototype's file. */
  prototypeScreens: { key: ['prototype-screens'], staleBy: null },
  signIn: { key: ['sign-in'], staleBy: ['workspace.changed'] },
  signIns: { key: ['sign-ins'], staleBy: null },
  storage: { key: ['storage'], staleBy: [] },
  /** The rule, or `log`. */
  retention: { key: ['retention'], staleBy: ['workspace.changed'] },
  consent: { key: ['consent'], staleBy: [] },
  testList: { key: ['tests', 'list'], staleBy: ['test.created', ...changes], byId: 'testId' },
  templates: { key: ['templates'], staleBy: ['test.changed', 'test.deleted'] },
  test: { key: ['tests'], staleBy: changes, isPerTest: true },
  /** Then the test's id and `recordings`; a changed test shows that (features/recordings/recordings-tab.tsx). */
  recordings: { key: ['tests'], staleBy: sessions, isPerTest: true, byId: 'sessionId' },
  /** Then the test's id and the recording's timestamp, as in the two below. */
  recording: { key: ['recording'], staleBy: changes, isPerTest: true },
  recordingVideo: { key: ['recording-video'], staleBy: [], isPerTest: true },
  heatmaps: {
    key: ['recording-heatmaps'],
    staleBy: ['test.deleted', ...sessions],
    isPerTest: true,
  },
  /** Then the test's id and the session's: the notes and clips of a recording. */
  notes: { key: ['notes'], staleBy: noteUpdates, isPerTest: true },
  /** Then the test's id and the filter: a list of clips. */
  clips: { key: ['clips'], staleBy: noteUpdates, isPerTest: true },
  /** Then the test's id; and a reel's id, or `list`. */
  reels: { key: ['reels'], staleBy: ['reel.changed', ...noteUpdates], isPerTest: true },
  /** Then the test's id. */
  findings: {
    key: ['findings'],
    staleBy: ['finding.changed', 'session.finished', ...noteUpdates],
    isPerTest: true,
  },
  /** Then the test's id: story and findings, whose numbers are of the moment of the answer. */
  report: {
    key: ['report'],
    staleBy: ['finding.changed', 'session.noted', ...changes],
    isPerTest: true,
    pace: RESULTS_PACE,
  },
  /** Then the test's id, which results, and the filter. */
  results: { key: ['results'], staleBy: changes, isPerTest: true, pace: RESULTS_PACE },
  /** Results whose filter contains words or tags. */
  resultsOfWords: { key: ['results'], staleBy: words, isPerTest: true, only: asksForWords },
  recordingOfWords: { key: ['recording'], staleBy: words, isPerTest: true, only: asksForWords },
  recordingsOfWords: {
    key: ['tests'],
    staleBy: words,
    isPerTest: true,
    byId: 'sessionId',
    only: asksForWords,
  },
  /** Then the test's id, then the recording's or `search`. */
  transcripts: {
    key: ['transcripts'],
    staleBy: ['test.deleted', 'session.deleted', 'transcript.changed'],
    isPerTest: true,
  },
  userInfo: { key: ['user-info'], staleBy: ['workspace.changed'] },
  webhooks: { key: ['webhooks'], staleBy: null },
  /** Then the test's id, for those of one. */
  viewLinks: { key: ['view-links'], staleBy: ['test.changed', 'session.deleted', 'test.deleted'] },
  /** Asked for by the pages of a link, again and again. */
  viewState: { key: ['view-state'], staleBy: null },
  workspaces: { key: ['workspaces'], staleBy: ['workspace.changed'] },
} as const satisfies Record<string, KeyRow>;

const rows: readonly KeyRow[] = Object.values(queryKeys);

/** The filter's values that the bar offers and texts of answers hold tags. */
function asksForWords(key: QueryKey): boolean {
  return key.includes('choices') || key.includes('texts') || key.some(hasWords);
}

/** A filter, or a view with one. */
function hasWords(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return 'text' in part || 'tag' in part || ('filter' in part && hasWords(part.filter));
}

interface Stale {
  queryKey: QueryKey;
  /** Id of the one list item to refetch. */
  id: string | null;
  only: ((key: QueryKey) => boolean) | null;
}

/** Beginnings of the keys of queries that an update makes stale. */
export function staleBy(update: PageUpdate): readonly Stale[] {
  const testId = 'testId' in update ? update.testId : null;
  const sessionId = 'sessionId' in update ? update.sessionId : null;
  return rows
    .filter((row) => row.staleBy?.includes(update.kind))
    .map(({ key, isPerTest, byId, only = null }) => ({
      only,
      queryKey: isPerTest && testId ? [...key, testId] : key,
      id: byId ? { testId, sessionId }[byId] : null,
    }));
}

/** Returns the pace at which these answers may be refetched. */
export function paceOf([first]: QueryKey): PaceLimits {
  return rows.find(({ key, pace }) => key[0] === first && pace)?.pace ?? UPDATE_PACE;
}

/** Keys of all queries that an update, even a missed one, can make stale. */
export const changingKeys: readonly QueryKey[] = [
  ...new Set(rows.filter(({ staleBy }) => staleBy !== null).map(({ key }) => key[0])),
].map((first) => [first]);
