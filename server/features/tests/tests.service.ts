// Tests of a workspace: list, create, change, settings, delete.
import { randomBytes } from 'node:crypto';
import type { PageQuery } from '#contract/answers.ts';
import { AppError } from '#contract/errors.ts';
import type { ScreenImageId, SessionId, TestId, WorkspaceId } from '#contract/ids.ts';
import { LIST_MAX } from '#contract/limits.ts';
import {
  CLOSE_DATE_PAST,
  type Test,
  type TestInput,
  type TestSettings,
  type TestSettingsInput,
} from '#contract/tests.ts';
import type { Authorized, SignIn, TestRef } from '#server/access/authorized.ts';
import { cutPage } from '#server/domain/lists.ts';
import { lockSessions } from '#server/domain/sessions/session-locks.ts';
import {
  countTests,
  deleteScreens,
  deleteTest,
  insertTest,
  linksOf,
  lockTest,
  selectTests,
  selectTestsWithRecordings,
  sessionIdsOf,
  storedPrototypes,
  type TestFilter,
  type TestRow,
  updateTest,
} from '#server/domain/tests/tests.db.ts';
import { sendDeletions } from '#server/jobs/jobs.ts';
import { recordingPrefix, screenKey } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import { prototypeOf } from '#server/prototypes/prototype-hosts.ts';
import { settingsAnswer, testAnswer } from './tests.answer.ts';

/** All tests of the workspace, newest first, at most LIST_MAX. */
export async function listTests(parts: Parts, who: SignIn): Promise<Test[]> {
  return await readTests(parts, { workspaceId: who.workspaceId, limit: LIST_MAX });
}

/** One page of them, with where the next one starts and how many match in all. */
export async function pageTests(parts: Parts, who: SignIn, query: PageQuery) {
  const search = query.search?.trim();
  const filter = { workspaceId: who.workspaceId, ...(search ? { search } : {}) };
  const before = query.cursor ? { before: query.cursor } : {};
  const page = await cutPage(
    query,
    (limit) => readTests(parts, { ...filter, ...before, limit }),
    (last) => last._id,
  );
  return { ...page, total: await countTests(parts.db, filter) };
}

async function readTests(parts: Parts, filter: TestFilter): Promise<Test[]> {
  const rows = await selectTestsWithRecordings(parts.db, filter);
  return rows.map((row) => testAnswer(row, parts.publicUrl));
}

export async function readTest(parts: Parts, ref: Authorized<TestRef>): Promise<Test> {
  const [test] = await readTests(parts, { workspaceId: ref.workspaceId, id: ref.testId, limit: 1 });
  if (!test) throw new AppError('not_found');
  return test;
}

/** The id of the new test; images of its screens are fetched in the background. */
export async function createTest(parts: Parts, who: SignIn, input: TestInput): Promise<TestId> {
  const company = input.company ?? who.company;
  if (!company)
    throw new AppError('bad_input', { fields: { company: 'Company name is required' } });
  const testId = await parts.db.transaction().execute(async (db) => {
    const id = await insertTest(db, {
      ...input,
      company,
      workspaceId: who.workspaceId,
      uniqueId: randomBytes(16).toString('base64url'),
    });
    await parts.jobs.send('screens.prefetch', prefetch(who, input), db);
    return id;
  });
  parts.securityLog.write({ event: 'test.created', testId });
  return testId;
}

export async function changeTest(
  parts: Parts,
  ref: Authorized<TestRef>,
  input: TestInput,
): Promise<void> {
  const before = await readRow(parts, ref);
  await parts.db.transaction().execute(async (db) => {
    await updateTest(db, ref, {
      name: input.name,
      task: input.task,
      figma_url: input.figmaUrl,
      ...(input.company ? { company: input.company } : {}),
    });
    if (input.figmaUrl !== before.figma_url) {
      await parts.jobs.send('screens.prefetch', prefetch(ref, input), db);
    }
  });
  parts.securityLog.write({ event: 'test.changed', testId: ref.testId });
}

function prefetch({ workspaceId }: { workspaceId: string }, { figmaUrl }: { figmaUrl: string }) {
  return { workspaceId, figmaUrl };
}

export async function readSettings(parts: Parts, ref: Authorized<TestRef>): Promise<TestSettings> {
  return settingsAnswer(await readRow(parts, ref));
}

/** @throws AppError bad_input for a close date that is new and in the past (section 5). */
export async function saveSettings(
  parts: Parts,
  ref: Authorized<TestRef>,
  input: TestSettingsInput,
): Promise<TestSettings> {
  const closeDate = closeDateOf(input, await readRow(parts, ref));
  await updateTest(parts.db, ref, {
    ...(closeDate === undefined ? {} : { close_date: closeDate }),
    ...(input.isClose_test === undefined ? {} : { closed_by_hand: input.isClose_test }),
    ...(input.duplicate === undefined ? {} : { allow_repeat: input.duplicate }),
    ...(input.number_of_submission === undefined
      ? {}
      : { submission_limit: input.number_of_submission }),
  });
  parts.securityLog.write({ event: 'test.settings-changed', testId: ref.testId });
  return await readSettings(parts, ref);
}

function closeDateOf(input: TestSettingsInput, stored: TestRow): Date | null | undefined {
  if (input.close_date === undefined || input.close_date === null) return input.close_date;
  const date = new Date(input.close_date);
  const changed = date.getTime() !== stored.close_date?.getTime();
  if (changed && date.getTime() < Date.now()) {
    throw new AppError('bad_input', {
      message: CLOSE_DATE_PAST,
      fields: { close_date: CLOSE_DATE_PAST },
    });
  }
  return date;
}

async function readRow(parts: Parts, ref: Authorized<TestRef>): Promise<TestRow> {
  const [row] = await selectTests(parts.db, {
    workspaceId: ref.workspaceId,
    id: ref.testId,
    limit: 1,
  });
  if (!row) throw new AppError('not_found');
  return row;
}

/**
 * Deletes a test with its sessions, recordings and heatmaps, and the screens of prototypes that no
 * other test of the workspace leads to. Stored objects go by a job of the same transaction.
 */
export async function removeTest(parts: Parts, ref: Authorized<TestRef>): Promise<void> {
  await parts.db.transaction().execute(async (db) => {
    await lockSessions(db, ref);
    // No session starts between the list of sessions and their end.
    if (!(await lockTest(db, ref))) throw new AppError('not_found');
    const sessions = await sessionIdsOf(db, ref);
    await deleteTest(db, ref);
    const screens = await deleteUnusedScreens(parts, db, ref.workspaceId);
    const prefixes = [...sessions.map((id) => recordingPrefix(id as SessionId)), ...screens];
    await sendDeletions(parts.jobs, prefixes, db);
  });
  parts.securityLog.write({ event: 'test.deleted', testId: ref.testId });
}

/** Deletes the screens of every prototype that no test leads to (any more); answers their keys. */
async function deleteUnusedScreens(
  parts: Parts,
  db: Parts['db'],
  workspaceId: WorkspaceId,
): Promise<string[]> {
  const links = await linksOf(db, workspaceId);
  const used = links.map((link) => prototypeOf(link, parts.prototypeHosts));
  const deleted: string[] = [];
  for (const stored of await storedPrototypes(db, workspaceId)) {
    const isUsed = used.some(
      (prototype) =>
        prototype?.fileKey === stored.fileKey && prototype.apiOrigin === stored.apiOrigin,
    );
    if (!isUsed) deleted.push(...(await deleteScreens(db, workspaceId, stored)));
  }
  return deleted.map((id) => screenKey(id as ScreenImageId));
}
