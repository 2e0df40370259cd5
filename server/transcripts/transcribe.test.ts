// Transcriptions on the real app against a recogniser whose answers a test chooses, right and wrong.
import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import type { Test } from '#contract/tests.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { createTest } from '#testing/create-test.ts';
import {
  recordSession,
  sendForm,
  sendPiece,
  startSession,
  streamedForm,
} from '#testing/participant.ts';
import { startRecogniser, type TestRecogniser } from '#testing/recogniser.ts';
import { filmOf } from '#testing/study/film.ts';
import { endPause } from '#testing/transcripts.ts';
import { askRecogniser } from './recogniser.client.ts';
import { makeTranscript } from './transcribe.service.ts';

let app: TestApp;
let recogniser: TestRecogniser;
let owner: TestClient;
let test: Test;
let sessionId: SessionId;

const hello = {
  text: 'Hello there.',
  language: 'english',
  duration: 2,
  segments: [{ id: 0, start: 0.1, end: 1.2, text: ' Hello there.', tokens: [1, 2] }],
  words: [
    { word: 'Hello', start: 0.1, end: 0.5 },
    { word: 'there', start: 0.6, end: 1.1 },
  ],
};

beforeAll(async () => {
  recogniser = await startRecogniser(() => hello);
  const env = { TRANSCRIBE_URL: recogniser.url, TRANSCRIBE_KEY: 'sk-1', TRANSCRIBE_MODEL: 'tiny' };
  app = await startTestApp({ sample: true, env });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  test = await createTest(app, owner);
});
afterAll(async () => {
  await app.close();
  await recogniser.stop();
});
beforeEach(async () => {
  recogniser.answer = () => hello;
  recogniser.requests.length = 0;
  ({ _id: sessionId } = await recordSession(app.anyone, test, { name: 'Ada' }));
});

const address = () => `/api/recordings/${sessionId}/transcript`;
const get = async () => successBody<Transcript>(await owner.get(address()));

/** Runs the job of the newest transcription as the queue does; its error, if any. */
async function run(): Promise<unknown> {
  const { run_id: runId } = await app.parts.db
    .selectFrom('transcripts')
    .select('run_id')
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return await makeTranscript(app.parts, { sessionId, runId, part: 0 }).catch((error) => error);
}

it('comes with the end of a recording: sound alone, model, key, and what is answered', async () => {
  expect(await get()).toMatchObject({ state: 'waiting', segments: [] });
  const { rows } = await sql<{ data: object }>`SELECT data FROM pgboss.job
    WHERE name = 'transcripts.make' AND data->>'sessionId' = ${sessionId}`.execute(app.parts.db);
  expect(rows).toMatchObject([{ data: { sessionId, part: 0 } }]);
  expect(await run()).toBeUndefined();
  const [request] = recogniser.requests;
  expect(request?.headers.authorization).toBe('Bearer sk-1');
  expect(request?.form.get('model')).toBe('tiny');
  expect(request?.form.get('response_format')).toBe('verbose_json');
  expect(request?.form.getAll('timestamp_granularities[]')).toEqual(['word', 'segment']);
  const file = request?.form.get('file') as File;
  expect([file.name, file.type]).toEqual(['sound.ogg', 'audio/ogg']);
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe('OggS');
  const transcript = await get();
  expect(transcript).toMatchObject({
    state: 'ready',
    language: 'en',
    direction: 'ltr',
    failure: null,
  });
  expect(transcript.engine).toMatch(/^127\.0\.0\.1:\d+ · tiny$/);
  expect(transcript.segments).toMatchObject([
    { text: 'Hello there.', words: [{ text: 'Hello' }, { text: 'there' }] },
  ]);
});

it('is harmless when it runs twice, and drops what was asked for before another start', async () => {
  expect(await run()).toBeUndefined();
  expect(await run()).toBeUndefined();
  expect(recogniser.requests).toHaveLength(1);
  const startAgain = async () => {
    await endPause(app.parts.db, sessionId);
    successBody(await owner.post(address()));
  };
  recogniser.answer = async () => {
    await startAgain();
    return { text: 'Too late' };
  };
  await startAgain();
  await run();
  expect(await get()).toMatchObject({ state: 'waiting', segments: [{ text: 'Hello there.' }] });
});

describe('an answer', () => {
  const answers: [what: string, body: object, segments: object[], state?: string][] = [
    ['of silence is a result', { text: '', segments: [], words: [] }, [], 'no_words'],
    ['of text alone is one segment', { text: ' Just\n text ' }, [{ text: 'Just text', words: [] }]],
    [
      'of words alone is cut at pauses',
      {
        text: 'a b',
        words: [
          { word: 'a', start: 0, end: 0.2 },
          { word: 'b', start: 1.5, end: 1.6 },
        ],
      },
      [{ text: 'a' }, { text: 'b' }],
    ],
    [
      'with words in its segments, as whisper.cpp has them',
      {
        text: 'a',
        segments: [{ start: 0, end: 1, text: ' a', words: [{ word: ' a', start: 0.2, end: 0.4 }] }],
      },
      [{ text: 'a', words: [{ text: 'a' }] }],
    ],
    [
      'out of order and overlapping is put in order',
      {
        text: 'a b',
        segments: [
          { start: 1, end: 1.5, text: 'b' },
          { start: 0, end: 0.9, text: 'a' },
        ],
        words: [
          { word: 'b', start: 1.4, end: 1 },
          { word: 'a1', start: 0.5, end: 0.7 },
          { word: 'a0', start: 0, end: 0.6 },
        ],
      },
      [
        { text: 'a', words: [{ text: 'a0' }, { text: 'a1' }] },
        { text: 'b', words: [{ text: 'b' }] },
      ],
    ],
    [
      'beyond the end is left out',
      {
        text: 'a b',
        segments: [
          { start: 0, end: 1, text: 'a' },
          { start: 36_000, end: 36_001, text: 'b' },
        ],
      },
      [{ text: 'a' }],
    ],
    [
      'with characters that no database holds is read',
      { text: 'a\u0000b \ud800c' },
      [{ text: 'a b \ufffdc' }],
    ],
    ['without a language that is one is read', { text: 'a', language: { x: 1 } }, [{ text: 'a' }]],
  ];
  it.each(answers)('%s', async (...[, body, segments, state = 'ready']) => {
    recogniser.answer = () => body;
    expect(await run()).toBeUndefined();
    const transcript = await get();
    expect(transcript).toMatchObject({ state, segments });
    expect(transcript.segments).toHaveLength(segments.length);
    let last = 0;
    for (const word of transcript.segments.flatMap(({ words }) => words)) {
      expect(word.startMs).toBeGreaterThanOrEqual(last);
      expect(word.endMs).toBeGreaterThanOrEqual(word.startMs);
      last = word.endMs;
    }
  });
});

const html = (response: ServerResponse) => {
  response.setHeader('content-type', 'text/html; charset=utf-8').end('<html>Welcome</html>');
};
const status = (response: ServerResponse, code: number, headers: Record<string, string> = {}) => {
  response.writeHead(code, headers).end('{}');
};

describe('a failure', () => {
  const failures: [string, (response: ServerResponse) => void, string, RegExp, string][] = [
    ['HTML', html, 'nonsense', /answered text\/html that is no transcript/, 'waiting'],
    [
      'half an answer',
      (response) => void response.end('{"text": "a'),
      'nonsense',
      /no transcript/,
      'waiting',
    ],
    [
      'times that are none',
      (response) => void response.end('{"text":"a","words":[{"word":"a","start":"x","end":1}]}'),
      'nonsense',
      /no transcript/,
      'waiting',
    ],
    [
      'a redirect',
      (response) => status(response, 302, { location: 'http://127.0.0.1:1/' }),
      'refused',
      /another address \(status 302\)/,
      'failed',
    ],
    [
      'a wrong key',
      (response) => status(response, 401),
      'refused',
      /refuses this server’s key/,
      'failed',
    ],
    [
      'a sound it can’t read',
      (response) => status(response, 400),
      'refused',
      /refuses the recording \(status 400\)/,
      'failed',
    ],
    [
      'too much to do',
      (response) => status(response, 503),
      'busy',
      /can’t answer right now \(status 503\)/,
      'waiting',
    ],
    [
      'a broken connection',
      (response) => void response.destroy(),
      'unreachable',
      /can’t be reached \(ECONNRESET\)/,
      'waiting',
    ],
  ];
  it.each(failures)(
    'by %s is shown with its reason [15.3.2]',
    async (...[, answer, reason, text, state]) => {
      recogniser.answer = (_asked, response) => answer(response);
      const error = await run();
      expect(error === undefined).toBe(state === 'failed');
      const transcript = await get();
      expect(transcript).toMatchObject({ state, attempts: 1, failure: { reason } });
      expect(transcript.failure?.text).toMatch(text);
      expect(JSON.stringify(transcript)).not.toContain('sk-1');
    },
  );

  it('ends after some attempts, and is started again by a member', async () => {
    recogniser.answer = (_asked, response) => html(response);
    expect([await run(), await run(), await run()].map((error) => error instanceof Error)).toEqual([
      true,
      true,
      false,
    ]);
    expect(await get()).toMatchObject({ state: 'failed', attempts: 3 });
    recogniser.answer = () => hello;
    await endPause(app.parts.db, sessionId);
    expect(successBody<Transcript>(await owner.post(address()))).toMatchObject({
      state: 'waiting',
      attempts: 0,
      failure: null,
    });
    await run();
    expect(await get()).toMatchObject({ state: 'ready' });
  });

  it('by a recogniser that takes too long, or answers without end, is bounded', async () => {
    const recogniserConfig = { url: recogniser.url, key: null, model: 'm' };
    const sound = { bytes: new Uint8Array(10), type: 'audio/ogg', name: 'a.ogg' };
    recogniser.answer = () => undefined;
    const slow = askRecogniser(recogniserConfig, sound, { answerMs: 50, answerBytes: 1000 });
    await expect(slow).rejects.toMatchObject({ reason: 'slow' });
    recogniser.answer = (_asked, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 32)));
      };
      response.on('drain', more);
      more();
    };
    const endless = askRecogniser(recogniserConfig, sound, {
      answerMs: 60_000,
      answerBytes: 1024 * 1024,
    });
    await expect(endless).rejects.toMatchObject({
      reason: 'nonsense',
      message: expect.stringMatching(/more than 1 MB/),
    });
  });
});

it('of a recording without sound is a result', async () => {
  const scene = {
    screenId: '1:2',
    overlayId: null,
    scrolled: 0,
    pointer: null,
    press: null,
    panel: null,
  };
  const { webm } = await filmOf([{ atMs: 0, ...scene }], 2000, { width: 320 });
  const silent = await startSession(app.anyone, test);
  successBody(await sendPiece(app.anyone, silent, { offset: 0, bytes: webm }));
  successBody(await sendForm(app.anyone, test, { form: streamedForm(silent), session: silent }));
  sessionId = silent._id;
  expect(await run()).toBeUndefined();
  expect(await get()).toMatchObject({ state: 'no_sound', segments: [], failure: null });
  expect(recogniser.requests).toEqual([]);
});
