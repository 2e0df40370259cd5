// A voice from the participant's microphone to the words in the transcript: a real browser, a real recogniser.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '#contract/endpoint.ts';
import { recordings } from '#contract/recordings.api.ts';
import type { Test } from '#contract/tests.ts';
import type { Transcript, TranscriptWord } from '#contract/transcripts.ts';
import { successBody } from '#testing/client.ts';
import { hasPocketsphinx, startPocketsphinx } from '#testing/pocketsphinx.ts';
import { findProgram } from '#testing/programs.ts';
import type { TestRecogniser } from '#testing/recogniser.ts';
import { OTHER_WORDS, SPOKEN_WORDS, speak } from '#testing/speech.ts';
import { startRecording, stopAndUpload } from './participant.ts';
import { openStage, type Stage } from './stage.ts';

/** The promise of the specification. */
const NEAR_MS = 500;
/** The microphone plays the file from the check of devices on, which takes time on a busy machine. */
const ROUNDS = 15;

let stage: Stage;
let recogniser: TestRecogniser;
let folder: string;

/** Returns the times in a video at which sound begins after silence, in milliseconds. */
function beginningsOfSound(video: Uint8Array): number[] {
  const path = join(folder, 'video');
  writeFileSync(path, video);
  const raw = ['-f', 's16le', '-ar', '8000', '-ac', '1', '-'];
  const maxBuffer = 64 * 1024 * 1024;
  const bytes = execFileSync(findProgram('ffmpeg'), ['-loglevel', 'error', '-i', path, ...raw], {
    maxBuffer,
  });
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 2));
  const STEP = 160; // 20 ms
  const begins: number[] = [];
  let silentMs = 0;
  for (let at = 0; at + STEP <= samples.length; at += STEP) {
    const loudest = Math.max(...samples.subarray(at, at + STEP).map(Math.abs));
    if (loudest < 600) silentMs += 20;
    else {
      if (silentMs >= 400) begins.push((at / 8000) * 1000);
      silentMs = 0;
    }
  }
  return begins;
}

/** Returns the number of words that match the words spoken in turn, by the best alignment. */
function inTurn(words: readonly TranscriptWord[]): number {
  const fitting = SPOKEN_WORDS.map(
    (_, turn) =>
      words.filter(({ text }, at) => text === SPOKEN_WORDS[(at + turn) % SPOKEN_WORDS.length])
        .length,
  );
  return Math.max(...fitting);
}

describe.runIf(hasPocketsphinx())(
  "a recogniser (left out without 'node scripts/provision.mjs')",
  () => {
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'tryout-microphone-'));
      const audioFile = join(folder, 'speech.wav');
      const words = Array.from({ length: ROUNDS }, () => SPOKEN_WORDS).flat();
      writeFileSync(audioFile, (await speak(words, { leadMs: 1000, pauseMs: 1200 })).wav);
      recogniser = await startPocketsphinx([...SPOKEN_WORDS, ...OTHER_WORDS]);
      stage = await openStage({ audioFile }, { TRANSCRIBE_URL: recogniser.url });
    });
    afterAll(async () => {
      await stage?.close();
      await recogniser?.stop();
      rmSync(folder, { recursive: true });
    });

    it('words come back within half a second of where they are in the recording', async () => {
      const form = { name: 'Heard', task: 'Speak', figmaUrl: stage.server.prototypeUrl };
      const test: Test = successBody(await stage.owner.post('/api/tests', form));
      const page = await stage.browser.newPage();
      await page.goto(test.link);
      const { host } = new URL(recogniser.url);
      await page
        .getByText(`your audio is sent to ${host}, which writes down what you say`)
        .waitFor();
      await startRecording(page, test.link, 'Grace');
      await page.getByText(/^0:(09|1\d)$/).waitFor({ timeout: 60_000 });
      await stopAndUpload(page);
      const [row] = (await stage.owner.get(`/api/tests/${test._id}/recordings?limit=1`)).body.items;
      const address = `/api/recordings/${row.id}/transcript`;
      const get = async () => successBody<Transcript>(await stage.owner.get(address));
      await expect.poll(async () => (await get()).state, { timeout: 60_000 }).toBe('ready');
      const words = (await get()).segments.flatMap((segment) => segment.words);
      const params = { uniqueId: test.uniqueId, testId: test._id, company: 'x', testName: 'x' };
      const { userTimestamp } = row;
      const videoUrl = addressOf(recordings.video, { params: { ...params, userTimestamp } });
      const video = await fetch(stage.origin + videoUrl, { headers: stage.owner.credentials() });
      const begins = beginningsOfSound(new Uint8Array(await video.arrayBuffer()));
      expect(words.length).toBeGreaterThanOrEqual(3);
      expect(inTurn(words)).toBeGreaterThanOrEqual(words.length - 1);
      // The first may have begun before the recording.
      for (const { startMs } of words.slice(1)) {
        expect(Math.min(...begins.map((at) => Math.abs(at - startMs)))).toBeLessThan(NEAR_MS);
      }
    });
  },
);
