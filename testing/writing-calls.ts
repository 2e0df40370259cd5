// Calls and jobs that write rows of one test: what participants, members and the clock may do to it at the same moment.
import { randomUUID } from 'node:crypto';
import type { TestId, WorkspaceId } from '#contract/ids.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { removeDeleted } from '#server/deletions/remove-deleted.ts';
import { prototypeOf } from '#server/prototypes/prototype-hosts.ts';
import { markDue, renewReadings } from '#server/readings/renew.flow.ts';
import { keepListed } from '#server/screens/test-screens.service.ts';
import { closeQuietSessions } from '#server/sessions/sessions.service.ts';
import { giveBackQuietSlots } from '#server/sessions/slots.db.ts';
import type { TestApp } from './app.ts';
import { type Answer, successBody, type TestClient } from './client.ts';
import { press } from './messages.ts';
import {
  bearer,
  formWithHeatmap,
  sendForm,
  sendPictures,
  sendPiece,
  sentVideo,
  startSession,
} from './participant.ts';
import { plainInput } from './visitor.ts';

const HALF = 20_000;

/** A test in the middle of a study. */
export interface BusyTest {
  app: TestApp;
  owner: TestClient;
  test: Test;
  /** Opened before `waiting` began. */
  openingId: string;
  /** Records nothing yet. */
  waiting: StartedSession;
  /** The first half of its video has arrived; its notes and clips stand in a reel and in a finding. */
  running: StartedSession;
  /** The same, and its participant has finished it. */
  finished: StartedSession;
  noteId: string;
  clips: readonly string[];
  reel: { id: string; items: object[] };
  finding: { id: string; evidence: { id: string }[] };
}

/** @param limit as many submissions as the test may have; with 4 the next start is the last one */
export async function makeBusyTest(
  { app, owner }: Pick<BusyTest, 'app' | 'owner'>,
  limit: number | null,
): Promise<BusyTest> {
  const figmaUrl = app.parts.samplePrototypeUrl;
  const steps = [
    { kind: 'task', task: 'Buy', figmaUrl },
    { kind: 'question', question: 'How often?', form: { type: 'number' } },
  ];
  const form = { name: 'Shop', task: 'Buy', figmaUrl, steps };
  const test = successBody<Test>(await owner.post('/api/tests', form));
  if (limit !== null) {
    successBody(
      await owner.put(`/api/tests/${test._id}/settings`, { number_of_submission: limit }),
    );
  }
  const openingId = randomUUID();
  const start = async (input: object) =>
    successBody<{ session: StartedSession }>(
      await app.anyone.post(`/api/link/${test.uniqueId}/sessions`, { name: 'Ada', ...input }),
    ).session;
  const [waiting, running, finished] = [
    await start({ openingId }),
    await startSession(app.anyone, test),
    await startSession(app.anyone, test),
  ];
  const bytes = sentVideo.subarray(0, HALF);
  successBody(await sendPiece(app.anyone, running, { offset: 0, bytes }));
  successBody(await sendPiece(app.anyone, finished, { offset: 0, bytes: sentVideo }));
  successBody(
    await sendForm(app.anyone, test, { form: formWithHeatmap(finished), session: finished }),
  );
  const text = { step: TEXT_STEP, answer: JSON.stringify('The price.') };
  await app.parts.db
    .insertInto('answers')
    .values([running, finished].map(({ _id }) => ({ session_id: _id, ...text })))
    .execute();
  const notes = `/api/recordings/${running._id}/notes`;
  const { id: noteId } = successBody<{ id: string }>(
    await owner.post(notes, { atMs: 0, text: 'Here' }),
  );
  const clips: string[] = [];
  for (const { _id } of [running, finished]) {
    const path = `/api/recordings/${_id}/clips`;
    clips.push(successBody<{ id: string }>(await owner.post(path, { fromMs: 0, toMs: 1000 })).id);
  }
  const ofTest = `/api/tests/${test._id}`;
  const given = { name: 'Best of', clips: [...clips, ...clips] };
  const reel = successBody<BusyTest['reel']>(await owner.post(`${ofTest}/reels`, given));
  const evidence = [
    ...clips.map((clipId) => ({ kind: 'clip', clipId })),
    ...[{ kind: 'note', noteId }],
  ];
  const found = { sentence: 'They miss it', evidence };
  const finding = successBody<BusyTest['finding']>(await owner.post(`${ofTest}/findings`, found));
  return { app, owner, test, openingId, waiting, running, finished, noteId, clips, reel, finding };
}

/** Step of texts that sessions have beside the test's own steps. */
const TEXT_STEP = 90;

/** One that many may do at once; answers what the server answered, or nothing for a job. */
export type Write = (busy: BusyTest) => Promise<Answer | undefined>;

/** Every write of one kind. A key is a row of the endpoint table, or a job with what it meets. */
export const writes: Readonly<Record<string, Write>> = {
  'sessions.start': ({ app, test, openingId }) =>
    app.anyone.post(`/api/link/${test.uniqueId}/sessions`, { name: 'Grace', openingId }),
  'sessions.opening': ({ app, test, openingId }) =>
    app.anyone.put(`/api/link/${test.uniqueId}/openings/${openingId}`, {
      revisionId: test.revision._id,
      obstacle: 'no_microphone',
    }),
  'sessions.screening': ({ app, test, openingId }) =>
    app.anyone.post(`/api/link/${test.uniqueId}/openings/${openingId}/screening`, {
      revisionId: test.revision._id,
      answers: [],
    }),
  'sessions.keepSlot': ({ app, waiting }) => asParticipant(app, waiting, 'POST', 'slot'),
  'sessions.abandon, nothing recorded': ({ app, waiting }) =>
    asParticipant(app, waiting, 'POST', 'abandon'),
  'sessions.abandon': ({ app, running }) => asParticipant(app, running, 'POST', 'abandon'),
  'uploads.append, first piece': ({ app, waiting }) =>
    sendPiece(app.anyone, waiting, { offset: 0, bytes: sentVideo.subarray(0, HALF) }),
  'uploads.append': ({ app, running }) =>
    sendPiece(app.anyone, running, { offset: HALF, bytes: sentVideo.subarray(HALF) }),
  'sessions.events': ({ app, running }) =>
    asParticipant(app, running, 'POST', 'events', {
      events: [press(100, '1:2'), press(900, '700:1')].map((event, seq) => ({ ...event, seq })),
    }),
  'sessions.answers': ({ app, running }) =>
    asParticipant(app, running, 'PUT', 'answers', { didIt: true, ease: 6, helped: null }),
  'sessions.answers, finished': ({ app, finished }) =>
    asParticipant(app, finished, 'PUT', 'answers', { didIt: false, ease: 2, helped: null }),
  'sessions.answer': ({ app, running }) =>
    asParticipant(app, running, 'PUT', 'answers/2', { answer: 4 }),
  'sessions.finish': ({ app, test, running: session }) =>
    sendForm(app.anyone, test, { form: formWithHeatmap(session), session }),
  'sessions.finish, whole video': ({ app, test, waiting: session }) =>
    sendForm(app.anyone, test, { form: wholeForm(), session }),
  'sessions.finish, without a session': ({ app, test }) =>
    sendForm(app.anyone, test, { form: wholeForm() }),
  'stills.poster': async ({ app, running }) => {
    await sendPictures(app.anyone, running).catch(() => undefined);
    return undefined;
  },
  'myRecording.withdraw': ({ app, running }) => withdraw(app, running),
  'myRecording.withdraw, finished': ({ app, finished }) => withdraw(app, finished),
  'recordings.deletePilots': ({ owner, test }) => owner.delete(`/api/tests/${test._id}/pilots`),
  'recordings.delete': ({ owner, test, running }) => deleteRecording(owner, test, running),
  'recordings.delete, finished': ({ owner, test, finished }) =>
    deleteRecording(owner, test, finished),
  'participation.change': ({ owner, test }) =>
    owner.patch(`/api/tests/${test._id}/participation`, { title: randomUUID() }),
  'copies.create': ({ owner, test }) => owner.post(`/api/tests/${test._id}/copy`),
  'drafts.edit': ({ owner, test }) => owner.post(`/api/tests/${test._id}/draft/editors`),
  'drafts.save': ({ owner, test }) =>
    owner.put(`/api/tests/${test._id}/draft`, {
      ...{ form: { name: randomUUID(), steps: [] }, base: { name: '', steps: [] }, version: null },
    }),
  'personalLinks.create': ({ owner, test }) =>
    owner.post(`/api/tests/${test._id}/personal-links`, { names: [randomUUID(), 'Ada'] }),
  'tests.saveSettings': ({ owner, test }) =>
    owner.put(`/api/tests/${test._id}/settings`, { number_of_submission: 3 }),
  'tests.update, goal': ({ owner, test }) =>
    updateTest(owner, test, { goal: { kind: 'screens', screens: [anyOf(SCREENS)], routes: [] } }),
  'tests.update, task': ({ owner, test }) => updateTest(owner, test, { task: randomUUID() }),
  'outcomes.override': async ({ owner, finished }) => {
    const path = `/api/recordings/${finished._id}/outcome`;
    const { body } = await owner.get(path);
    return await owner.put(path, {
      outcome: anyOf(['direct', 'gave_up']),
      basedOn: body.basedOn?.outcome ?? null,
    });
  },
  'notes.create': ({ owner, running }) =>
    owner.post(`/api/recordings/${running._id}/notes`, { atMs: 10, text: 'There' }),
  'answerTags.change': ({ owner, test, running, finished }) =>
    owner.post(`/api/tests/${test._id}/results/questions/${TEXT_STEP}/tags`, {
      ...{ sessions: [running._id, finished._id], add: [anyOf(['price', 'map'])], remove: [] },
    }),
  'notes.delete': ({ owner, noteId }) => owner.delete(`/api/notes/${noteId}?version=1`),
  'clips.delete': ({ owner, clips: [clip] }) => owner.delete(`/api/clips/${clip}?version=1`),
  'findings.removeEvidence': ({ owner, finding: { id, evidence } }) =>
    owner.delete(`/api/findings/${id}/evidence/${evidence[0]?.id}`),
  'reels.create': ({ owner, test, clips }) =>
    owner.post(`/api/tests/${test._id}/reels`, { name: 'Another', clips }),
  'reels.change': ({ owner, reel }) =>
    owner.put(`/api/reels/${reel.id}`, {
      version: 1,
      name: 'Reordered',
      items: reel.items.toReversed(),
    }),
  'findings.create': ({ owner, test, clips: [clipId] }) =>
    owner.post(`/api/tests/${test._id}/findings`, {
      sentence: 'Another',
      evidence: [{ kind: 'clip', clipId }],
    }),
  'findings.writeStory': ({ owner, test }) =>
    owner.put(`/api/tests/${test._id}/report`, {
      ...{ version: 0, title: 'Found', summary: 'S', nextSteps: '', targetPercent: 80 },
    }),
  'findings.change': ({ owner, finding: { id, evidence } }) =>
    owner.put(`/api/findings/${id}`, {
      version: 1,
      sentence: 'Reordered',
      text: '',
      evidence: evidence.map((one) => one.id).toReversed(),
    }),
  'findings.place': ({ owner, finding: { id } }) =>
    owner.put(`/api/findings/${id}/place`, { after: null }),
  'viewLinks.create': ({ owner, test }) =>
    owner.post(`/api/tests/${test._id}/view-links`, {
      ...plainInput,
      thing: { kind: 'results' },
    }),
  'slots of quiet sessions': job(({ parts }) => giveBackQuietSlots(parts.db)),
  'sessions.close-quiet': job(async ({ parts }) => {
    const config = { ...parts.config, quietSessionMs: -3_600_000 };
    await closeQuietSessions({ ...parts, config });
  }),
  'readings.renew': async ({ app: { parts }, finished }) => {
    await markDue(parts.db, finished._id);
    await renewReadings(parts, {});
    return undefined;
  },
  'screens.prefetch': async ({ app: { parts }, test }) => {
    const prototype = prototypeOf(parts.samplePrototypeUrl ?? '', parts.prototypeHosts);
    const row = await parts.db
      .selectFrom('all_tests')
      .select('workspace_id')
      .where('id', '=', test._id)
      .executeTakeFirstOrThrow();
    if (!prototype) throw new Error('the sample is not served');
    const listed = SCREENS.map((nodeId) => ({ nodeId, name: 'Screen' }));
    const workspaceId = row.workspace_id as WorkspaceId;
    const of = { testId: test._id as TestId, workspaceId, revisionId: test.revision._id };
    await keepListed(parts, { ...of, prototype }, listed);
    return undefined;
  },
  'deleted.remove': job(({ parts }) => removeDeleted(parts)),
};

/** Ids of screens that sessions report. */
const SCREENS = ['1:2', '700:1', '700:2'];

function anyOf<T>(values: readonly T[]): T {
  return values[Math.floor(Math.random() * values.length)] as T;
}

function job(run: (app: TestApp) => Promise<unknown>): Write {
  return async ({ app }) => {
    await run(app);
    return undefined;
  };
}

function wholeForm(): FormData {
  const form = new FormData();
  form.append('video', new Blob([sentVideo], { type: 'video/webm' }), 'Ada.webm');
  form.append('events', JSON.stringify([press(100, '1:2')]));
  return form;
}

function asParticipant(
  app: TestApp,
  session: StartedSession,
  ...[method, call, body]: [method: string, call: string, body?: object]
): Promise<Answer> {
  const json = body && { 'content-type': 'application/json' };
  return app.anyone.send(`/api/sessions/${session._id}/${call}`, {
    method,
    headers: { ...bearer(session), ...json },
    ...(body && { body: JSON.stringify(body) }),
  });
}

function withdraw(app: TestApp, { privateToken }: StartedSession): Promise<Answer> {
  const headers = bearer({ token: privateToken });
  return app.anyone.send('/api/my-recording', { method: 'DELETE', headers });
}

function deleteRecording(
  owner: TestClient,
  { _id }: Test,
  { userTimestamp }: StartedSession,
): Promise<Answer> {
  return owner.delete(`/api/tests/${_id}/recording/x/y/${encodeURIComponent(userTimestamp)}`);
}

function updateTest(owner: TestClient, test: Test, change: object): Promise<Answer> {
  const { name, task, figmaUrl } = test;
  return owner.put(`/api/tests/${test._id}`, { name, task, figmaUrl, ...change });
}
