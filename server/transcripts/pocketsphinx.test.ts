// A real recogniser transcribes a real voice: known words appear at the times where they were spoken.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Test } from '#contract/tests.ts';
import type { SpokenMoments, Transcript } from '#contract/transcripts.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody } from '#testing/client.ts';
import { sendForm, sendPiece, startSession, streamedForm } from '#testing/participant.ts';
import { hasPocketsphinx, startPocketsphinx } from '#testing/pocketsphinx.ts';
import { findProgram } from '#testing/programs.ts';
import type { TestRecogniser } from '#testing/recogniser.ts';
import { OTHER_WORDS, SPOKEN_WORDS, type Speech, speak } from '#testing/speech.ts';

/** The promise of the specification. */
const NEAR_MS = 500;

let recogniser: TestRecogniser;
let app: TestApp;
let folder: string;
let speech: Speech;

/** A recording of the voice, packed as a browser packs it. */
function recordedVoice(): Buffer<ArrayBuffer> {
  const [wav, webm] = [join(folder, 'voice.wav'), join(folder, 'voice.webm')];
  writeFileSync(wav, speech.wav);
  const screen = ['-f', 'lavfi', '-i', 'color=size=160x90:rate=5'];
  const codecs = ['-c:a', 'libopus', '-b:a', '64k', '-c:v', 'libvpx', '-shortest'];
  execFileSync(findProgram('ffmpeg'), [
    '-loglevel',
    'error',
    '-i',
    wav,
    ...screen,
    ...codecs,
    webm,
  ]);
  return readFileSync(webm) as Buffer<ArrayBuffer>;
}

describe.runIf(hasPocketsphinx())(
  "a recogniser (left out without 'node scripts/provision.mjs')",
  () => {
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'tryout-spoken-'));
      speech = await speak(SPOKEN_WORDS, { leadMs: 1200, pauseMs: 1500 });
      recogniser = await startPocketsphinx([...SPOKEN_WORDS, ...OTHER_WORDS]);
      app = await startTestApp({
        sample: true,
        jobs: true,
        env: { TRANSCRIBE_URL: recogniser.url },
      });
    });
    afterAll(async () => {
      await app?.close();
      await recogniser?.stop();
      rmSync(folder, { recursive: true });
    });

    it('hears words within half a second of where they were spoken, and finds them', async () => {
      const owner = await app.signIn('owner@example.com', { company: 'Acme' });
      const form = { name: 'T', task: 't', figmaUrl: app.parts.samplePrototypeUrl };
      const test: Test = successBody(await owner.post('/api/tests', form));
      const session = await startSession(app.anyone, test, { name: 'Ada' });
      successBody(await sendPiece(app.anyone, session, { offset: 0, bytes: recordedVoice() }));
      successBody(await sendForm(app.anyone, test, { form: streamedForm(session), session }));
      const address = `/api/recordings/${session._id}/transcript`;
      const get = async () => successBody<Transcript>(await owner.get(address));
      await expect.poll(async () => (await get()).state, { timeout: 30_000 }).toBe('ready');
      const words = (await get()).segments.flatMap((segment) => segment.words);
      expect(words.map(({ text }) => text)).toEqual(SPOKEN_WORDS);
      for (const [at, { startMs }] of speech.words.entries()) {
        expect(Math.abs((words[at]?.startMs ?? 0) - startMs)).toBeLessThan(NEAR_MS);
      }
      const search = `/api/tests/${test._id}/transcripts/search?words=bananas`;
      const [moment] = successBody<SpokenMoments>(await owner.get(search)).items;
      const banana = speech.words.find(({ text }) => text === 'banana');
      expect(Math.abs((moment?.atMs ?? 0) - (banana?.startMs ?? 0))).toBeLessThan(NEAR_MS);
    });
  },
);
