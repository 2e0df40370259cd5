// Notes and clips on the real app: written, listed, changed by two people, sent as notifications, and deleted
// with their recording.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Clip } from '#contract/clips.ts';
import type { NoteId, SessionId } from '#contract/ids.ts';
import { NOTES_PER_RECORDING_MAX } from '#contract/limits.ts';
import type { Note } from '#contract/notes.ts';
import type { Test } from '#contract/tests.ts';
import { newId } from '#server/platform/new-id.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { createTest } from '#testing/create-test.ts';
import { change, press, recordMessages } from '#testing/messages.ts';
import { sendPiece, sentVideo, startSession } from '#testing/participant.ts';
import { joinTeam } from '#testing/team.ts';
import { listen } from '#testing/update-events.ts';

let app: TestApp;
let owner: TestClient;
let member: TestClient;
let test: Test;
let session: SessionId;
let userTimestamp: string;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  member = await joinTeam(app, { owner, email: 'member@example.com' });
});
afterAll(() => app.close());
beforeEach(async () => {
  test = await createTest(app, owner);
  ({ sessionId: session, userTimestamp } = await record());
});

const record = () => recordMessages(app, test, [press(1000, '1:2'), change(2000, '700:1')]);
const write = async (text: string, { atMs = 1000, of = session, by = owner } = {}) =>
  successBody<Note>(await by.post(`/api/recordings/${of}/notes`, { atMs, text }));
const cut = async (title: string, { of = session, by = owner } = {}) =>
  successBody<Clip>(
    await by.post(`/api/recordings/${of}/clips`, { fromMs: 500, toMs: 2500, title }),
  );
const ofRecording = async () =>
  successBody<{ notes: Note[]; clips: Clip[] }>(
    await owner.get(`/api/recordings/${session}/notes`),
  );
const list = async (what: 'notes' | 'clips', query = '') =>
  successBody<{ items: (Note & Clip)[]; nextCursor: string | null; total: number }>(
    await owner.get(`/api/tests/${test._id}/${what}?${query}`),
  );

describe('a note', () => {
  it('stands at its time with its tags, author and moment', async () => {
    const late = await write('The button is <b>hidden</b> #Layout', { atMs: 3000, by: member });
    const early = await write('Reads #first', { atMs: 200 });
    expect(late).toMatchObject({
      atMs: 3000,
      text: 'The button is <b>hidden</b> #Layout',
      tags: ['layout'],
      author: { name: 'Ada Lovelace' },
      edited: null,
      version: 1,
    });
    expect((await ofRecording()).notes).toEqual([early, late]);
  });

  it('is changed by a viewer when it is their own', async () => {
    const viewer = await joinTeam(app, { owner, email: 'viewer@example.com', role: 'viewer' });
    const [theirs, ours] = [await write('Mine', { by: viewer }), await write('Ours')];
    const clip = await cut('Ours');
    const body = { text: 'Other', version: 1 };
    expect((await viewer.put(`/api/notes/${theirs.id}`, body)).status).toBe(200);
    expect((await viewer.put(`/api/notes/${ours.id}`, body)).body.code).toBe('member_only');
    const other = { fromMs: 0, toMs: 2000, title: 'Other', version: 1 };
    expect((await viewer.put(`/api/clips/${clip.id}`, other)).body.code).toBe('member_only');
  });

  it('keeps author and time when another member changes it', async () => {
    const note = await write('Reads #first');
    const body = { text: 'Reads #twice', version: 1 };
    const changed = successBody<Note>(await member.put(`/api/notes/${note.id}`, body));
    const { author, createdAt, atMs } = note;
    expect(changed).toMatchObject({ author, createdAt, atMs, tags: ['twice'], version: 2 });
    expect(changed.edited?.by?.id).not.toBe(author?.id);
  });

  it('that two people change keeps the first text, and the second gets to see it', async () => {
    const { id } = await write('Reads');
    const bodies = ['Reads twice', 'Hesitates'].map((text) => ({ text, version: 1 }));
    const answers = await Promise.all([
      owner.put(`/api/notes/${id}`, bodies[0]),
      member.put(`/api/notes/${id}`, bodies[1]),
    ]);
    const won = answers.find(({ status }) => status === 200)?.body;
    const lost = answers.find(({ status }) => status === 409)?.body;
    expect(lost).toMatchObject({ code: 'changed_meanwhile', present: won });
    expect((await ofRecording()).notes).toEqual([won]);
  });

  it('is the same when a change comes twice, its first answer lost', async () => {
    const { id } = await write('Reads');
    const body = { text: 'Hesitates', version: 1 };
    const first = successBody<Note>(await owner.put(`/api/notes/${id}`, body));
    expect(successBody<Note>(await owner.put(`/api/notes/${id}`, body))).toEqual(first);
  });

  it('is not deleted by one who has not seen its last text', async () => {
    const { id } = await write('Reads');
    const body = { text: 'Hesitates', version: 1 };
    const present = successBody<Note>(await member.put(`/api/notes/${id}`, body));
    const refused = await owner.delete(`/api/notes/${id}?version=1`);
    expect(refused).toMatchObject({ status: 409, body: { present } });
    successBody(await owner.delete(`/api/notes/${id}?version=2`));
    expect((await ofRecording()).notes).toEqual([]);
    expect((await owner.put(`/api/notes/${id}`, { text: 'x', version: 2 })).status).toBe(404);
  });

  it('of a running recording lies within what has arrived', async () => {
    const running = await startSession(app.anyone, test);
    const path = `/api/recordings/${running._id}/notes`;
    expect((await owner.post(path, { atMs: 0, text: 'N' })).status).toBe(400);
    const bytes = sentVideo.subarray(0, Math.floor(sentVideo.length / 2));
    successBody(await sendPiece(app.anyone, running, { offset: 0, bytes }));
    expect((await owner.post(path, { atMs: 100, text: 'N' })).status).toBe(201);
    expect((await owner.post(path, { atMs: 60_000, text: 'N' })).status).toBe(400);
  });

  it('is refused where a recording has very many', async () => {
    const values = Array.from({ length: NOTES_PER_RECORDING_MAX }, () => ({
      id: newId<NoteId>(),
      session_id: session,
      test_id: test._id,
      at_ms: 0,
      text: 'N',
      created_by: null,
      edited_by: null,
      edited_at: null,
    }));
    await app.parts.db.insertInto('notes').values(values).execute();
    const refused = await owner.post(`/api/recordings/${session}/notes`, { atMs: 0, text: 'N' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'recording_full' } });
    expect((await ofRecording()).notes).toHaveLength(NOTES_PER_RECORDING_MAX);
  });

  it('is heard of by open pages, as its change and its end are', async () => {
    const stream = await listen(member);
    const readChanges = () => stream.changes.filter(({ kind }) => kind === 'session.noted');
    const expectNotified = async () => {
      const one = { kind: 'session.noted', testId: test._id, sessionId: session };
      await expect.poll(readChanges, { timeout: 10_000 }).toEqual([one]);
      stream.changes.length = 0;
    };
    const note = await write('Reads');
    await expectNotified();
    successBody(await owner.put(`/api/notes/${note.id}`, { text: 'Hesitates', version: 1 }));
    await expectNotified();
    const clip = await cut('Reads');
    await expectNotified();
    successBody(await owner.delete(`/api/clips/${clip.id}?version=1`));
    await expectNotified();
    stream.close();
  });
});

describe('a clip', () => {
  it('carries all that a list needs to name and play it', async () => {
    const clip = await cut('Reads #First');
    expect(clip).toMatchObject({
      fromMs: 500,
      toMs: 2500,
      title: 'Reads #First',
      tags: ['first'],
      version: 1,
      recording: { number: 1, outcome: 'stopped', userTimestamp, state: 'ready' },
    });
    expect(clip.recording.test._id).toBe(test._id);
    expect(successBody<Clip>(await member.get(`/api/clips/${clip.id}`))).toEqual(clip);
    expect((await ofRecording()).clips).toEqual([clip]);
  });

  it('that its author saves again with the same ends and title is the same clip', async () => {
    const first = await cut('Reads');
    expect(await cut('Reads')).toEqual(first);
    for (const other of [await cut('Waits'), await cut('Reads', { by: member })]) {
      expect(other.id).not.toBe(first.id);
    }
    successBody(await owner.delete(`/api/clips/${first.id}?version=1`));
    expect((await cut('Reads')).id).not.toBe(first.id);
  });

  it('that ends hardly beyond the end ends with it', async () => {
    const path = `/api/recordings/${session}/clips`;
    const { recording } = await cut('');
    const endMs = Math.floor(recording.durationMs ?? 0);
    const clip = successBody<Clip>(await owner.post(path, { fromMs: 0, toMs: endMs + 500 }));
    expect(clip.toMs).toBe(endMs);
  });

  it('that two people change keeps the first ends', async () => {
    const { id } = await cut('Reads');
    const body = { fromMs: 0, toMs: 2500, title: 'Reads', version: 1 };
    const present = successBody<Clip>(await owner.put(`/api/clips/${id}`, body));
    const second = await member.put(`/api/clips/${id}`, { ...body, toMs: 3000 });
    expect(second).toMatchObject({ status: 409, body: { present } });
  });
});

describe('a list', () => {
  it('is the newest first, page by page, by tag, person, author and text', async () => {
    const other = (await record()).sessionId;
    const a = await cut('Price #cost');
    const b = await cut('Basket #cost #list', { of: other });
    const c = await cut('Straße', { by: member });
    const ids = async (query: string) => (await list('clips', query)).items.map(({ id }) => id);
    expect(await ids('')).toEqual([c.id, b.id, a.id]);
    const { nextCursor, total } = await list('clips', 'limit=2');
    expect([nextCursor, total]).toEqual([b.id, 3]);
    expect(await ids(`limit=2&cursor=${nextCursor}`)).toEqual([a.id]);
    expect(await ids('tag=cost')).toEqual([b.id, a.id]);
    expect(await ids('tag=list,none')).toEqual([b.id]);
    expect(await ids(`person=${other}`)).toEqual([b.id]);
    expect(await ids(`author=${c.author?.id}`)).toEqual([c.id]);
    expect(await ids('search=STRASSE')).toEqual([c.id]);
    expect(await ids('outcome=direct')).toEqual([]);
    const choices = successBody(await owner.get(`/api/tests/${test._id}/clips/choices`));
    expect(choices).toMatchObject({
      tags: [
        { tag: 'cost', count: 2 },
        { tag: 'list', count: 1 },
      ],
      people: [
        { sessionId: session, number: 1, count: 2 },
        { sessionId: other, number: 2, count: 1 },
      ],
    });
  });

  it('has notes with their recordings', async () => {
    const note = await write('Reads #first');
    const { items } = await list('notes', 'search=reads');
    expect(items).toMatchObject([{ ...note, recording: { number: 1, userTimestamp } }]);
  });

  it('of people, filtered by a text, has those whose notes say it', async () => {
    await record();
    await write('Hesitates, then #Zögert');
    const ask = async (path: string, text: string) =>
      successBody<{ people: number; total: number }>(
        await owner.get(`/api/tests/${test._id}/${path}?text=${encodeURIComponent(text)}`),
      );
    expect(await ask('results', 'zogert')).toMatchObject({ people: 1, total: 2 });
    expect(await ask('recordings', 'hesitates')).toMatchObject({ total: 1 });
    expect(await ask('results', 'hesitates twice')).toMatchObject({ people: 0 });
  });

  it('leaves out what is of a deleted recording', async () => {
    const [note, clip] = [await write('Reads'), await cut('Reads')];
    const path = encodeURIComponent(userTimestamp);
    successBody(await owner.delete(`/api/tests/${test._id}/recording/x/y/${path}`));
    expect((await list('notes')).total + (await list('clips')).items.length).toBe(0);
    expect((await owner.get(`/api/clips/${clip.id}`)).status).toBe(404);
    expect((await owner.delete(`/api/notes/${note.id}?version=1`)).status).toBe(404);
  });
});
