// Screens of a test by number and name, each with the image that a revision shows of it.
import { sql } from 'kysely';
import { goal } from '#contract/goals.ts';
import type { RevisionId, TestId } from '#contract/ids.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import { isApproximate } from '#contract/screens.ts';
import { screenImageAddress } from '#server/media/signed-image.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Secrets } from '#server/platform/security/secrets.ts';
import {
  type KnownPrototype,
  PICTURES,
  type PrototypeHost,
} from '#server/prototypes/prototype-hosts.ts';
import { newestRevision } from '#server/revisions/revisions.db.ts';
import { OTHER_SCREENS, type TestFile } from './screen-numbers.db.ts';
import { prototypeOfRevision } from './screens.db.ts';
import { type NumberedName, uniqueNames } from './unique-names.ts';

/** Returns the file of a prototype within a test. */
export function testFileOf(testId: TestId, prototype: KnownPrototype | null): TestFile {
  const { apiOrigin = '', fileKey = '' } = prototype ?? {};
  return { testId, apiOrigin, fileKey };
}

/**
 * Returns the screens of a test, by number.
 * @param revisionId the screens of its prototypes' files, with its own images first and its goals; null: the
 * screens of all revisions, with the newest images and the newest revision's goals.
 * @param step the screens and the goal of this task alone
 */
export async function namedScreens(
  parts: { db: Database; secrets: Secrets; prototypeHosts: readonly PrototypeHost[] },
  {
    testId,
    revisionId,
    step = null,
  }: { testId: TestId; revisionId: RevisionId | null; step?: number | null },
): Promise<NamedScreen[]> {
  const [rows, steps] = await Promise.all([
    readScreens(parts.db, testId, revisionId),
    readSteps(parts.db, testId, revisionId),
  ]);
  const tasks = await Promise.all(
    steps
      .filter(({ number }) => step === null || number === step)
      .map((task) => taskScreens(parts, testId, task)),
  );
  const isOf = (row: ScreenRow, { file }: TaskScreens) =>
    row.api_origin === file.apiOrigin && row.file_key === file.fileKey;
  const visibleRows = rows.filter(
    (row) => revisionId === null || tasks.some((task) => isOf(row, task)),
  );
  const names = uniqueNames(visibleRows.map(ownName));
  return visibleRows.map((row) => ({
    number: row.number,
    name: names.get(row.number) ?? `Screen ${row.number}`,
    screenId: row.node_id,
    isRenamed: row.given_name !== null,
    isGoal: tasks.some((task) => isOf(row, task) && task.goals.includes(row.node_id)),
    isInDesign: row.in_design && row.node_id !== OTHER_SCREENS,
    ...(row.api_origin === PICTURES && {
      picture: tasks.some((task) => isOf(row, task) && task.hasRegions)
        ? ('with_goal' as const)
        : ('without_goal' as const),
    }),
    image: imageFromRow(parts, row),
  }));
}

/** The file of a task's prototype, and the screens that are its goal. */
interface TaskScreens {
  file: TestFile;
  goals: readonly string[];
  /** Regions of its picture are the goal. */
  hasRegions: boolean;
}

async function taskScreens(
  parts: { db: Database; prototypeHosts: readonly PrototypeHost[] },
  testId: TestId,
  task: Awaited<ReturnType<typeof readSteps>>[number],
): Promise<TaskScreens> {
  const prototype = await prototypeOfRevision(parts.db, parts.prototypeHosts, {
    revisionId: task.id,
    prototypeUrl: task.prototype_url ?? '',
  });
  const read = goal.safeParse(task.goal);
  const goals = read.success && read.data.kind === 'screens' ? read.data.screens : [];
  const hasRegions = read.success && read.data.kind === 'regions';
  return { file: testFileOf(testId, prototype), goals, hasRegions };
}

type ScreenRow = Awaited<ReturnType<typeof readScreens>>[number];

async function readScreens(db: Database, testId: TestId, revisionId: RevisionId | null) {
  return await db
    .selectFrom('test_screens')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('revision_screens')
          .innerJoin('screens', 'screens.id', 'revision_screens.screen_id')
          .innerJoin('revisions', 'revisions.id', 'revision_screens.revision_id')
          .select(['screens.id', 'screens.name', 'width', 'height', 'origin_x', 'origin_y'])
          .whereRef('revisions.test_id', '=', 'test_screens.test_id')
          .whereRef('revision_screens.api_origin', '=', 'test_screens.api_origin')
          .whereRef('revision_screens.file_key', '=', 'test_screens.file_key')
          .whereRef('revision_screens.node_id', '=', 'test_screens.node_id')
          .orderBy(sql`(revisions.id = ${revisionId}) IS TRUE`, 'desc')
          .orderBy('revisions.created_at', 'desc')
          .limit(1)
          .as('shown'),
      (join) => join.onTrue(),
    )
    .selectAll('test_screens')
    .select(['shown.id as image_id', 'shown.name as shown_name', 'width', 'height'])
    .select(['origin_x', 'origin_y'])
    .where('test_screens.test_id', '=', testId)
    .orderBy('number')
    .execute();
}

/** The tasks of a revision, or of the newest one that has a number. */
async function readSteps(db: Database, testId: TestId, revisionId: RevisionId | null) {
  return await db
    .selectFrom('steps')
    .select(['revision_id as id', 'number', 'goal', 'prototype_url'])
    .where('revision_id', '=', revisionId ?? newestRevision(db, testId))
    .where('kind', '=', 'task')
    .orderBy('position')
    .execute();
}

function ownName({ number, node_id, given_name, shown_name, layer_name }: ScreenRow): NumberedName {
  const unnamed = node_id === OTHER_SCREENS ? 'Other screens' : `Screen ${number}`;
  return { number, name: given_name ?? shown_name ?? layer_name ?? unnamed };
}

function imageFromRow({ secrets }: { secrets: Secrets }, row: ScreenRow): NamedScreen['image'] {
  const { image_id: id, width, height, origin_x: x, origin_y: y } = row;
  if (id === null || width === null || height === null || x === null || y === null) return null;
  const approximate = isApproximate({ origin: { x, y } });
  return { url: screenImageAddress(secrets, id), width, height, approximate };
}
