// A long recording goes to the recogniser in parts: words at an edge come once, an interruption costs one part.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Test } from '#contract/tests.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody } from '#testing/client.ts';
import { sendForm, sendPiece, startSession, streamedForm } from '#testing/participant.ts';
import { findProgram } from '#testing/programs.ts';
import { startRecogniser, type TestRecogniser } from '#testing/recogniser.ts';
import { makeTranscript } from './transcribe.service.ts';

/** Silence and a black screen of 700 s: two parts. */
function longVideo(): Buffer<ArrayBuffer> {
  const folder = mkdtempSync(join(tmpdir(), 'tryout-parts-'));
  const path = join(folder, 'long.webm');
  const inputs = ['anullsrc=r=48000:cl=mono', 'color=size=64x36:rate=1'].flatMap((input) => [
    ...['-f', 'lavfi', '-i', input],
  ]);
  const codecs = ['-c:a', 'libopus', '-b:a', '8k', '-c:v', 'libvpx'];
  execFileSync(findProgram('ffmpeg'), [
    '-loglevel',
    'error',
    ...inputs,
    '-t',
    '700',
    ...codecs,
    path,
  ]);
  const bytes = readFileSync(path) as Buffer<ArrayBuffer>;
  rmSync(folder, { recursive: true });
  return bytes;
}

/** Words around 600 s, where the parts meet, as each part's file has them: the second begins at 597 s. */
const atEdge = (fromS: number) => ({
  text: 'one edge next',
  language: 'en',
  words: [
    { word: 'edge', start: 599.5 - fromS, end: 599.9 - fromS },
    { word: 'next', start: 600.4 - fromS, end: 600.8 - fromS },
  ],
});

let recogniser: TestRecogniser;
let app: TestApp;
beforeAll(async () => {
  recogniser = await startRecogniser(() => atEdge(0));
  app = await startTestApp({ sample: true, env: { TRANSCRIBE_URL: recogniser.url } });
});
afterAll(async () => {
  await app?.close();
  await recogniser?.stop();
});

it('has words at the edge of two parts once, and goes on where it was interrupted', async () => {
  const owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const form = { name: 'T', task: 't', figmaUrl: app.parts.samplePrototypeUrl };
  const test: Test = successBody(await owner.post('/api/tests', form));
  const session = await startSession(app.anyone, test, { name: 'Ada' });
  successBody(await sendPiece(app.anyone, session, { offset: 0, bytes: longVideo() }));
  successBody(await sendForm(app.anyone, test, { form: streamedForm(session), session }));
  const sessionId = session._id;
  const { run_id: runId } = await app.parts.db
    .selectFrom('transcripts')
    .select('run_id')
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow();
  await makeTranscript(app.parts, { sessionId, runId, part: 0 });
  const get = async () =>
    successBody<Transcript>(await owner.get(`/api/recordings/${sessionId}/transcript`));
  expect(await get()).toMatchObject({ state: 'running', segments: [] });
  recogniser.answer = (_asked, response) => void response.writeHead(503).end();
  const second = { sessionId, runId, part: 1 };
  await expect(makeTranscript(app.parts, second)).rejects.toMatchObject({ reason: 'busy' });
  recogniser.answer = () => atEdge(597);
  await makeTranscript(app.parts, second);
  expect(recogniser.requests).toHaveLength(3);
  const { state, segments } = await get();
  expect(state).toBe('ready');
  const words = segments.flatMap((segment) => segment.words);
  expect(words.map(({ text }) => text)).toEqual(['edge', 'next']);
  for (const [at, ms] of [599_500, 600_400].entries()) {
    expect(Math.abs((words[at]?.startMs ?? 0) - ms)).toBeLessThan(50);
  }
});
