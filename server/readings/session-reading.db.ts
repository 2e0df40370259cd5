// Reads a session: its stored messages and its revision's screens → its reading, stored as rows that SQL can sum.
import { setImmediate } from 'node:timers/promises';
import type { RevisionId, SessionId } from '#contract/ids.ts';
import { type RecordingBegan, readRecordingBegan } from '#contract/own-messages.ts';
import { stepsOfPerson } from '#contract/step-order.ts';
import { isTask } from '#contract/steps.ts';
import type { ScreenGeometry } from '#insight/place.ts';
import { OpenRuns, type PanelVisit, type TaskFacts } from '#insight/task-runs.ts';
import { readRawEvents } from '#server/events/stored-messages.db.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { KnownPrototype, PrototypeHost } from '#server/prototypes/prototype-hosts.ts';
import { taskOfSession } from '#server/revisions/revisions.db.ts';
import { type StoredStep, stepsOfRevision, taskPicture } from '#server/revisions/steps.db.ts';
import { readScreens } from '#server/screens/screen-images.db.ts';
import { testFileOf } from '#server/screens/screen-names.db.ts';
import { prototypeOfRevision } from '#server/screens/screens.db.ts';
import { type NewRun, storeReading } from './store-reading.ts';

export interface ReadingParts {
  db: Database;
  prototypeHosts: readonly PrototypeHost[];
}

export interface ReadSession {
  sessionId: SessionId;
  /** Length of the recording; closes the last visit. */
  durationMs: number | null;
}

/** A task's prototype, or null for a page that reports no screens. */
interface SessionTask extends TaskFacts {
  prototype: KnownPrototype | null;
}

/**
 * Reads a session and stores nothing.
 * @param db a transaction sees the messages that it has inserted itself
 */
export async function readMessages(
  parts: Pick<ReadingParts, 'prototypeHosts'>,
  db: Database,
  { sessionId, durationMs }: ReadSession,
): Promise<{
  runs: NewRun[];
  panelVisits: PanelVisit[];
  devices: RecordingBegan['data'];
  messages: number;
  revisionId: RevisionId;
  /** Rules of the revision's pictures by which presses were read. */
  pressRules: string;
}> {
  const { testId, revisionId, ...assigned } = await taskOfSession(db, sessionId);
  const allSteps = await stepsOfRevision(db, revisionId);
  const steps = stepsOfPerson(allSteps, assigned);
  const tasks = await factsOf(parts, db, { revisionId, tasks: steps.filter(isTask) });
  const panels = steps.filter((step) => !isTask(step)).map(({ number }) => number);
  const open = new OpenRuns(tasks, panels);
  let messages = 0;
  let devices = { microphone: true, camera: true };
  for await (const page of readRawEvents(db, sessionId)) {
    // Parsed in one turn, read in the next: each takes some milliseconds.
    await setImmediate();
    for (const event of page) {
      open.add(event);
      devices = withoutMissing(devices, readRecordingBegan(event));
    }
    messages += page.length;
  }
  const nodeIds = [
    ...(await reportedNodes(db, sessionId)),
    ...tasks.flatMap((task) => task.startNodeId ?? []),
  ];
  const wanted = { nodeIds, boxesOf: open.hitNodes };
  const screensOf = new Map<string, ScreenGeometry[]>();
  for (const { frame, prototype } of tasks) {
    if (!prototype || screensOf.has(frame)) continue;
    screensOf.set(frame, await readScreens(db, { ...prototype, revisionId }, wanted));
  }
  const taskOf = (step: number) => tasks.find((task) => task.step === step);
  const runs = open.finish((step) => screensOf.get(taskOf(step)?.frame ?? '') ?? [], durationMs);
  return {
    runs: runs.map((run) => ({
      ...run,
      file: testFileOf(testId, taskOf(run.step)?.prototype ?? null),
    })),
    panelVisits: open.panelVisits,
    devices,
    messages,
    revisionId,
    pressRules: pressRulesOf(allSteps),
  };
}

/** Returns regions and goals of tasks on pictures as one text, which is empty without such a task. */
function pressRulesOf(steps: readonly StoredStep[]): string {
  const rules = steps.flatMap(({ number, content, goal }) => {
    const picture = taskPicture(content);
    return picture ? [[number, picture, goal]] : [];
  });
  return rules.length === 0 ? '' : JSON.stringify(rules);
}

/** A recording that went on after a reload lacks a device if one of its parts does. */
function withoutMissing(
  devices: RecordingBegan['data'],
  part: RecordingBegan['data'] | null,
): RecordingBegan['data'] {
  if (part === null) return devices;
  return {
    microphone: devices.microphone && part.microphone,
    camera: devices.camera && part.camera,
  };
}

async function factsOf(
  { prototypeHosts }: Pick<ReadingParts, 'prototypeHosts'>,
  db: Database,
  { revisionId, tasks }: { revisionId: RevisionId; tasks: readonly StoredStep[] },
): Promise<SessionTask[]> {
  const facts: SessionTask[] = [];
  for (const { number: step, prototypeUrl, content, goal } of tasks) {
    const prototype = await prototypeOfRevision(db, prototypeHosts, { revisionId, prototypeUrl });
    const frame = prototype ? `${prototype.apiOrigin} ${prototype.fileKey}` : prototypeUrl;
    const startNodeId = prototype?.startNodeId ?? null;
    const task = taskPicture(content);
    const regions = goal?.kind === 'regions' ? goal.regions : null;
    const picture = task && { ...task, step, screenId: startNodeId ?? '', goal: regions };
    facts.push({ step, frame, prototype, startNodeId, picture });
  }
  return facts;
}

/** Ids of the screens and layers that a session's messages named. */
async function reportedNodes(db: Database, sessionId: SessionId): Promise<string[]> {
  const row = await db
    .selectFrom('reported_nodes')
    .select('node_ids')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row?.node_ids ?? [];
}

/**
 * Reads a session and stores its reading; its messages must be stored before.
 * @param db a transaction that holds the recording's row.
 */
export async function readAndStore(
  parts: Pick<ReadingParts, 'prototypeHosts'>,
  db: Database,
  session: ReadSession,
): Promise<void> {
  const reading = await readMessages(parts, db, session);
  await storeReading(db, session.sessionId, reading);
  const { revisionId, pressRules } = reading;
  if (pressRules === '') return;
  // Storing has shared the rows of the steps. A change of regions was committed before, and is read now; or it waits for this
  // transaction, and its job finds the stored reading.
  if (pressRulesOf(await stepsOfRevision(db, revisionId)) === pressRules) return;
  await storeReading(db, session.sessionId, await readMessages(parts, db, session));
}
