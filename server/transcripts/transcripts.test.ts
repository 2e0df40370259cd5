// Transcripts on the real app: read, corrected by several people, preserved over a new transcription, and as
// files.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import type { Test } from '#contract/tests.ts';
import type { Transcript, TranscriptCounts } from '#contract/transcripts.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { createTest } from '#testing/create-test.ts';
import { recordSession, sendPiece, sentVideo, startSession } from '#testing/participant.ts';
import { joinTeam } from '#testing/team.ts';
import { DEAF_RECOGNISER, endPause, giveTranscript, segmentOf } from '#testing/transcripts.ts';
import { listen } from '#testing/update-events.ts';

let app: TestApp;
let owner: TestClient;
let member: TestClient;
let test: Test;
let sessionId: SessionId;
let runId: string;

beforeAll(async () => {
  app = await startTestApp({ sample: true, env: { TRANSCRIBE_URL: DEAF_RECOGNISER } });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  member = await joinTeam(app, { owner, email: 'member@example.com' });
  test = await createTest(app, owner);
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ _id: sessionId } = await recordSession(app.anyone, test, { name: 'Ada' }));
  runId = await give(['where is the busket', 'there it is']);
});

const give = (texts: string[], more: { language?: string; id?: SessionId } = {}) =>
  giveTranscript(
    app.parts.db,
    { sessionId: more.id ?? sessionId },
    { segments: texts.map((text, at) => segmentOf(at * 4000, text)), ...more },
  );
const address = (path = '') => `/api/recordings/${sessionId}/transcript${path}`;
const get = async () => successBody<Transcript>(await owner.get(address()));
const correct = (text: string | null, { version = 0, segment = 0, by = owner } = {}) =>
  by.put(address(`/segments/${segment}`), { text, madeBy: runId, version });

describe('a correction', () => {
  it('stands in the place of what was heard, with its author beside it', async () => {
    const corrected = successBody<Transcript>(
      await correct('Where is the  basket, please?', { by: member }),
    );
    expect(corrected.segments[0]).toMatchObject({
      text: 'Where is the basket, please?',
      original: 'where is the busket',
      correction: { by: 'Ada Lovelace', version: 1 },
    });
    const words = corrected.segments[0]?.words.map(({ text, startMs }) => [text, startMs]);
    expect(words?.slice(0, 4)).toEqual([
      ['Where', 0],
      ['is', 500],
      ['the', 1000],
      ['basket,', 1500],
    ]);
    expect(await get()).toEqual(corrected);
  });

  it('of a person who has not seen the last one is refused', async () => {
    successBody(await correct('Where is the basket?'));
    const late = await correct('Where is the casket?', { by: member });
    expect([late.status, late.body.code]).toEqual([409, 'transcript_changed']);
    const next = await correct('Where is the casket?', { by: member, version: 1 });
    expect(successBody<Transcript>(next).segments[0]?.correction?.version).toBe(2);
  });

  it('of two people at once is taken once', async () => {
    const answers = await Promise.all([correct('One'), correct('Two', { by: member })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('is taken back by null, and by what was heard', async () => {
    successBody(await correct('Where?'));
    const back = successBody<Transcript>(await correct(null, { version: 1 }));
    expect(back.segments[0]).toMatchObject({ text: 'where is the busket', correction: null });
    successBody(await correct('Where?'));
    const restored = successBody<Transcript>(await correct('where is the busket', { version: 1 }));
    expect(restored.segments[0]?.correction).toBeNull();
  });

  it('of a segment that is none, or of another transcription, is refused', async () => {
    expect((await correct('x', { segment: 2 })).body.code).toBe('not_found');
    const before = runId;
    runId = await give(['where is it']);
    expect(
      (await owner.put(address('/segments/0'), { text: 'x', madeBy: before, version: 0 })).body
        .code,
    ).toBe('transcript_changed');
  });

  it('survives a new transcription where the same was heard', async () => {
    successBody(await correct('Where is the basket?'));
    await give(['Where is the busket.', 'there it is']);
    const { segments, unfitting } = await get();
    expect(segments[0]).toMatchObject({ text: 'Where is the basket?', correction: { version: 1 } });
    expect(unfitting).toEqual([]);
  });

  it('that fits no segment any more is listed until it is dismissed', async () => {
    successBody(await correct('Where is the basket?'));
    await give(['wear his the bus kit', 'there it is']);
    const { segments, unfitting } = await get();
    expect(segments[0]?.correction).toBeNull();
    expect(unfitting).toMatchObject([
      { text: 'Where is the basket?', original: 'where is the busket' },
    ]);
    const [{ _id = '' } = {}] = unfitting;
    const dismissed = await owner.delete(address(`/corrections/${_id}`));
    expect(successBody<Transcript>(dismissed).unfitting).toEqual([]);
    expect((await owner.delete(address(`/corrections/${_id}`))).status).toBe(404);
  });

  it('is heard by open pages', async () => {
    const stream = await listen(owner);
    await expect.poll(() => stream.names, { timeout: 10_000 }).toContain('opened');
    successBody(await correct('Where?'));
    const change = { kind: 'transcript.changed', testId: test._id, sessionId };
    await expect.poll(() => stream.changes, { timeout: 10_000 }).toContainEqual(change);
    stream.close();
  });
});

describe('a file', () => {
  it('is WebVTT, SubRip or text, corrected and escaped', async () => {
    successBody(await correct('Is 1 < 2 & so on?'));
    const vtt = await owner.get(address('/file/vtt'));
    expect(vtt.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    expect(vtt.body).toContain(
      'WEBVTT\n\n00:00:00.500 --> 00:00:01.900\nIs 1 &lt; 2 &amp; so on?\n',
    );
    const srt = await owner.get(address('/file/srt?download=1'));
    expect(srt.body).toContain('2\n00:00:04,000 --> 00:00:05,400\nthere it is\n');
    expect(srt.headers.get('content-disposition')).toMatch(/filename="\d{3}_transcript.srt"/);
    const { body: text } = await owner.get(address('/file/txt'));
    expect(text).toBe('[00:00:00] Is 1 < 2 & so on?\n[00:00:04] there it is\n');
  });

  it('has cues that fit a picture', async () => {
    await give([Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ')]);
    const { body } = await owner.get(address('/file/vtt'));
    const cues: string[] = body.trim().split('\n\n').slice(1);
    expect(cues.length).toBeGreaterThan(4);
    for (const cue of cues) expect(cue.split('\n')[1]?.length).toBeLessThan(85);
  });
});

describe('a start by hand', () => {
  it('waits for its job, and keeps what was heard before', async () => {
    await endPause(app.parts.db, sessionId);
    const { state, server, segments } = successBody<Transcript>(await member.post(address()));
    expect([state, server, segments.length]).toEqual(['waiting', '127.0.0.1:1', 2]);
  });

  it('of a recording that runs is refused', async () => {
    const running = await startSession(app.anyone, test);
    await sendPiece(app.anyone, running, { offset: 0, bytes: sentVideo });
    sessionId = running._id;
    expect((await owner.post(address())).body.code).toBe('still_recording');
  });

  it('of a whole test is one of those without a transcript', async () => {
    const form = { name: 'All', task: 't', figmaUrl: app.parts.samplePrototypeUrl };
    const other: Test = successBody(await owner.post('/api/tests', form));
    const one = await recordSession(app.anyone, other, { name: 'One' });
    await recordSession(app.anyone, other, { name: 'Two' });
    await app.parts.db.deleteFrom('transcripts').where('test_id', '=', other._id).execute();
    await giveTranscript(app.parts.db, { sessionId: one._id }, { segments: [segmentOf(0, 'a')] });
    const all = `/api/tests/${other._id}/transcripts`;
    expect(successBody<TranscriptCounts>(await owner.get(all)).states).toMatchObject({
      none: 1,
      ready: 1,
    });
    const { states } = successBody<TranscriptCounts>(await owner.post(all));
    expect(states).toMatchObject({ none: 0, ready: 1, waiting: 1 });
  });
});

it('goes with its recording', async () => {
  successBody(await correct('Where?'));
  await app.parts.db.deleteFrom('all_sessions').where('id', '=', sessionId).execute();
  expect((await owner.get(address())).status).toBe(404);
  const left = await app.parts.db
    .selectFrom('transcript_corrections')
    .selectAll()
    .where('session_id', '=', sessionId)
    .execute();
  expect(left).toEqual([]);
});
