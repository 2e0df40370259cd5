// Recordings of a workspace: list, one with all its page shows, heatmaps.
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { addressOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { SessionId } from '#contract/ids.ts';
import { joinUserTimestamp } from '#contract/paths.ts';
import type { RecordingListQuery } from '#contract/recording-list.ts';
import { recordings } from '#contract/recordings.api.ts';
import type { RecordingDetail, RecordingNeighbours } from '#contract/recordings.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import { isApproximate } from '#contract/screens.ts';
import { stills } from '#contract/stills.api.ts';
import type { PrototypeState } from '#insight/derive.ts';
import type { ReadClick } from '#insight/reading.ts';
import { boundsOf, type RunReading } from '#insight/task-runs.ts';
import { readablePrototype } from '#server/design-token/design-access.db.ts';
import { resultsOf } from '#server/filters/people-filter.read.ts';
import { heatmapKey } from '#server/media/object-keys.ts';
import { screenImageAddress } from '#server/media/signed-image.ts';
import { readRunOutcome } from '#server/outcomes/run-outcome.db.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, RecordingRef, TestRef } from '#server/platform/access/authorized.ts';
import { cutPage } from '#server/platform/db/lists.ts';
import type { PrivateImage } from '#server/platform/http/send-file.ts';
import { type KnownPrototype, prototypeFiles } from '#server/prototypes/prototype-hosts.ts';
import { readingOf, type SessionRuns } from '#server/readings/find-reading.db.ts';
import { type SessionTask, taskOfSession } from '#server/revisions/revisions.db.ts';
import { tasksOfRevision } from '#server/revisions/steps.db.ts';
import { readLayers } from '#server/screens/geometry.db.ts';
import { layerOf, placeOnImage } from '#server/screens/place-boxes.rules.ts';
import { readImages } from '#server/screens/screen-images.db.ts';
import { namedScreens } from '#server/screens/screen-names.db.ts';
import { readConsent } from '#server/session-state/consents.db.ts';
import { readParameters } from '#server/session-state/parameters.db.ts';
import { readQuestions } from './recorded-questions.db.ts';
import { readTasks, recordedRunFromRow, runInfoFromRow, type TaskRow } from './recorded-runs.db.ts';
import { recordingInfoFromRow } from './recording-info.db.ts';
import {
  countListed,
  type ListOf,
  type ListPlace,
  type Neighbour,
  pageRecordings,
  readNeighbours,
  sortKeyOf,
} from './recording-list.db.ts';
import { listHeatmaps, listSheets, readRecording } from './recordings.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<
  Parts,
  | 'config'
  | 'log'
  | 'db'
  | 'intake'
  | 'runningReadings'
  | 'secrets'
  | 'prototypeHosts'
  | 'screenshots'
>;

type ListQuery = Omit<RecordingListQuery, 'cursor' | 'limit' | 'ids'>;

/** Lists recordings, of all revisions if there is no filter. */
async function listOf(
  { db }: Pick<Parts, 'db'>,
  test: Authorized<TestRef>,
  { search, sort = 'newest', pilots, ...filter }: ListQuery,
): Promise<ListOf> {
  const of = await resultsOf(db, test, { revision: 'all', ...filter });
  return { of: { ...of, isOfPilots: pilots !== undefined }, search: search?.trim(), sort };
}

export async function pageOfRecordings(
  parts: Pick<Parts, 'db'>,
  test: Authorized<TestRef>,
  { cursor, limit, ids, ...query }: RecordingListQuery,
): Promise<z.output<typeof recordings.list.answer>> {
  const list = await listOf(parts, test, query);
  const after = placeAt(list, cursor);
  const page = await cutPage(limit === undefined ? {} : { limit }, async (items) => {
    const rows = await pageRecordings(parts.db, { ...list, ids }, { after, limit: items });
    return rows.map((row) => ({
      item: {
        ...recordingInfoFromRow(row),
        ...runInfoFromRow(row),
        device: row.device,
        tasks: row.tasks,
        runs: row.runs.map(recordedRunFromRow),
        sortKey: sortKeyOf(row),
      },
      cursor: cursorOf(list, row),
    }));
  });
  return { ...page, total: await countListed(parts.db, list) };
}

function cursorOf({ sort }: ListOf, row: { key: number; timestamp_ms: number }): string {
  return sort === 'newest' ? String(row.timestamp_ms) : `${row.key}~${row.timestamp_ms}`;
}

/** A cursor of another order begins at its first page. */
function placeAt({ sort }: ListOf, cursor = ''): ListPlace | null {
  const numbers = cursor.split('~').map(Number);
  if (cursor === '' || numbers.length !== (sort === 'newest' ? 1 : 2)) return null;
  const [timestampMs = 0, key = 0] = numbers.toReversed();
  return { key, timestampMs };
}

/** A recording with its clicks placed on the screens we have images of. */
export async function readDetail(
  parts: Needs,
  ref: Authorized<RecordingRef>,
  query: ListQuery,
): Promise<RecordingDetail> {
  const row = await readRecording(parts.db, ref);
  const { sessionId } = ref;
  const task = await taskOfSession(parts.db, sessionId);
  const rows = await readTasks(parts.db, sessionId);
  const [first] = rows;
  if (!row || !first) throw new AppError('not_found');
  const info = recordingInfoFromRow(row);
  const { state, duration_ms: durationMs } = row;
  const reading = await readingOf(parts, { sessionId, state, durationMs });
  const runs = await judgedRuns(parts.db, sessionId, { tasks: rows, runs: reading.runs });
  const judged =
    runs.find(({ step }) => step === first.step)?.judged ??
    (await readRunOutcome(parts.db, { sessionId, step: first.step }));
  const { places, ...clicks } = await readClicks(parts, ref, { reading, ...task });
  const { testId, revisionId } = task;
  const screens = await namedScreens(parts, { testId, revisionId });
  return {
    ...info,
    ...runInfoFromRow({ ...first, outcome: judged.outcome }),
    device: first.device,
    judged,
    tasks: rows.length,
    runs,
    questions: await readQuestions(parts.db, sessionId),
    parameters: await readParameters(parts.db, sessionId),
    consent: await readConsent(parts.db, sessionId),
    namedScreens: presentedScreens(screens, clicks),
    test: {
      _id: row.test_id,
      uniqueId: row.unique_id,
      name: row.name,
      task: task.text,
      figmaUrl: task.prototypeUrl,
      company: row.company,
      revision: row.newest_revision,
    },
    videoUrl: addressOf(recordings.video, {
      params: {
        uniqueId: row.unique_id,
        testId: row.test_id,
        company: row.company,
        testName: row.name,
        userTimestamp: info.userTimestamp,
      },
    }),
    withoutVideo: row.without_video && row.size_bytes === 0,
    lacks: lacksOf(row),
    stills: await readStills(parts, ref),
    isPilot: row.is_pilot,
    variant: task.variant,
    place: await placeOf(parts, ref, { ...query, ...(row.is_pilot && { pilots: 'true' }) }),
    ...clicks,
    clickList: await withLayers(parts.db, task, { clicks: clicks.clickList, places, screens }),
  };
}

function lacksOf(row: { lacks_microphone: boolean; lacks_camera: boolean }) {
  const lacks: RecordingDetail['lacks'] = [];
  if (row.lacks_microphone) lacks.push('microphone');
  if (row.lacks_camera) lacks.push('camera');
  return lacks;
}

type ClickFields = Pick<
  RecordingDetail,
  | 'clicks'
  | 'misclicks'
  | 'clickList'
  | 'visits'
  | 'screens'
  | 'imageSource'
  | 'prototypeState'
  | 'unplaced'
  | 'readAgain'
>;

/** The tasks that a session was shown, each with its outcome and its judgements. */
async function judgedRuns(
  db: Parts['db'],
  sessionId: SessionId,
  { tasks, runs }: { tasks: readonly TaskRow[]; runs: readonly RunReading[] },
): Promise<RecordingDetail['runs']> {
  const judgedRuns: RecordingDetail['runs'] = [];
  for (const [at, row] of tasks.entries()) {
    const { step, task } = row;
    const run = runs.find((one) => one.step === step);
    if (!run) continue;
    const judged = await readRunOutcome(db, { sessionId, step });
    const info = runInfoFromRow({ ...row, outcome: judged.outcome });
    const place = { step, position: at + 1, ...boundsOf(run), ended: run.ended };
    judgedRuns.push({ ...place, ...info, task, judged });
  }
  return judgedRuns;
}

/** The clicks of a session's reading over all its tasks, with the addresses of their screens' images. */
async function readClicks(
  parts: Needs,
  { workspaceId }: Authorized<RecordingRef>,
  { reading, revisionId }: { reading: SessionRuns } & Pick<SessionTask, 'revisionId'>,
): Promise<ClickFields & { places: (string | null)[] }> {
  const { runs, isDue } = reading;
  const clicks = runs.flatMap(({ reading }) => reading.clicks);
  const visits = runs.flatMap(({ reading }) => reading.visits);
  const seen = [...clicks, ...visits].map(({ screenId }) => screenId);
  const steps = await tasksOfRevision(parts.db, revisionId);
  const links = steps.map(({ prototypeUrl }) => prototypeUrl);
  const prototypes = prototypeFiles(links, parts.prototypeHosts);
  const images = await Promise.all(
    prototypes.map((prototype) => readImages(parts.db, { ...prototype, revisionId }, seen)),
  );
  const [prototype = null] = prototypes;
  return {
    clicks: clicks.length,
    misclicks: clicks.filter(({ reacted }) => reacted === false).length,
    clickList: clicks.map(({ screenId, atMs, reacted, x, y }) => ({
      screenId,
      atMs,
      handled: reacted,
      x,
      y,
      layer: null,
    })),
    places: clicks.map(({ place }) => place),
    unplaced: countUnplaced(clicks),
    visits: visits.map(({ screenId, enteredAtMs, leftAtMs }) => ({
      screenId,
      fromMs: enteredAtMs,
      toMs: leftAtMs,
    })),
    screens: images.flat().map(({ id, nodeId, width, height, origin }) => ({
      screenId: nodeId,
      imageUrl: screenImageAddress(parts.secrets, id),
      width,
      height,
      approximate: isApproximate({ origin }),
    })),
    imageSource: prototype && (await imageSourceOf(parts, workspaceId, prototype)),
    // No link points to a prototype, so both values are null.
    prototypeState: prototype && stateOf(runs),
    readAgain: isDue,
  };
}

/** Returns the state that explains most: a prototype that was shown, else one that asked for something. */
function stateOf(runs: readonly RunReading[]): PrototypeState {
  const states = runs.map(({ reading }) => reading.prototypeState);
  return states.find((state) => state === 'shown') ?? states[0] ?? 'silent';
}

/** Clicks without a place, by the reason. */
function countUnplaced(clicks: readonly ReadClick[]): RecordingDetail['unplaced'] {
  const counts: Record<string, number> = {};
  for (const { unplaced } of clicks) {
    if (unplaced !== null) counts[unplaced] = (counts[unplaced] ?? 0) + 1;
  }
  return counts;
}

async function imageSourceOf(
  parts: Needs,
  workspaceId: RecordingRef['workspaceId'],
  prototype: KnownPrototype,
): Promise<RecordingDetail['imageSource']> {
  if (await readablePrototype(parts, workspaceId, prototype)) return 'design_tool';
  return parts.screenshots?.isUsable() ? 'browser' : 'none';
}

async function readStills(
  parts: Pick<Parts, 'db'>,
  ref: Authorized<RecordingRef>,
): Promise<RecordingDetail['stills']> {
  const sheets = await listSheets(parts.db, ref);
  return sheets.map(({ sheet, width, height, times_ms }) => ({
    url: addressOf(stills.sheet, { params: { sessionId: ref.sessionId, sheet: String(sheet) } }),
    width,
    height,
    timesMs: times_ms,
  }));
}

async function placeOf(
  parts: Pick<Parts, 'db'>,
  ref: Authorized<RecordingRef>,
  query: ListQuery,
): Promise<RecordingNeighbours> {
  const place = await readNeighbours(parts.db, await listOf(parts, ref, query), ref.sessionId);
  // Nothing of it is recorded, so no list contains it.
  if (!place) return { position: 1, total: 1, newer: null, older: null };
  const { position, total, before, after } = place;
  return { position, total, newer: neighbourFromRow(before), older: neighbourFromRow(after) };
}

function neighbourFromRow(row: Neighbour | null): RecordingNeighbours['newer'] {
  if (!row) return null;
  const { name: participantName, timestampMs } = row;
  return { participantName, userTimestamp: joinUserTimestamp(participantName, timestampMs) };
}

function presentedScreens(
  all: readonly NamedScreen[],
  { visits, clickList }: Pick<ClickFields, 'visits' | 'clickList'>,
): NamedScreen[] {
  const presented = new Set([...visits, ...clickList].map(({ screenId }) => screenId));
  return all.filter(({ screenId }) => presented.has(screenId));
}

interface ClicksOnScreens {
  clicks: RecordingDetail['clickList'];
  /** The place of each click, or null if it has none. */
  places: readonly (string | null)[];
  screens: readonly NamedScreen[];
}

/** Returns the clicks with the names of the layers that they hit. */
async function withLayers(
  db: Parts['db'],
  { testId, revisionId }: Pick<SessionTask, 'testId' | 'revisionId'>,
  { clicks, places, screens }: ClicksOnScreens,
): Promise<RecordingDetail['clickList']> {
  const numbers = new Map(screens.map(({ screenId, number }) => [screenId, number]));
  const hits = clicks.map(({ screenId }, at) => {
    const [screen, place] = [numbers.get(screenId), places[at] ?? null];
    return screen === undefined || place === null || layerOf(place) === null
      ? null
      : { screen, place };
  });
  const known = hits.filter((hit) => hit !== null);
  const layers = await readLayers(db, { testId, revision: { id: revisionId } }, known);
  return clicks.map((click, at) => {
    const hit = hits[at];
    return hit ? { ...click, layer: placeOnImage(hit.place, layers.get(hit.screen)).layer } : click;
  });
}

/** Addresses of a recording's heatmap images, one per screen. */
export async function heatmapAddresses(
  parts: Pick<Parts, 'db'>,
  ref: Authorized<RecordingRef>,
): Promise<string[]> {
  const screenIds = await listHeatmaps(parts.db, ref);
  return screenIds.map((screenId) =>
    addressOf(recordings.heatmapImage, { params: { sessionId: ref.sessionId, screenId } }),
  );
}

/**
 * The heatmap of one screen. Its validator is made of its bytes: until its session ends another one may
 * take its place.
 * @throws AppError not_found
 */
export async function readHeatmap(
  { storage }: Pick<Parts, 'storage'>,
  { sessionId }: Authorized<RecordingRef>,
  screenId: string,
): Promise<PrivateImage> {
  const key = heatmapKey(sessionId, screenId);
  const size = await storage.size(key);
  if (size === undefined) throw new AppError('not_found');
  const bytes = await storage.readBytes(key, 0, size);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return { etag, read: async () => ({ type: 'image/png', bytes }) };
}
