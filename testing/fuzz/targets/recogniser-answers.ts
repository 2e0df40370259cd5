// Answers of a recogniser as anything, for a sound with any pauses: segments in order at times of the recording, or none.
import { strict as assert } from 'node:assert';
import fc, { type Arbitrary } from 'fast-check';
import { transcriptSegment } from '#contract/transcripts.ts';
import { FileClock } from '#server/media/file-clock.ts';
import { parseSpeech } from '#server/transcripts/recognised-speech.ts';
import { inRecording } from '#server/transcripts/transcribe.service.ts';
import { fuzzTarget } from '../fuzz-target.ts';
import { oddText, oddValue, textOf } from '../odd-values.ts';

interface Input {
  body: string;
  /** Pauses of the recording in front of each packet of 20 ms, in seconds. */
  pauses: number[];
  durationMs: number;
}

const seconds = fc.oneof(
  { weight: 12, arbitrary: fc.double({ min: -1, max: 30, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(-0, -60, -61, 1e6, 1e7, 1e308, Number.MIN_VALUE) },
  { weight: 1, arbitrary: oddValue },
);
const times = { start: seconds, end: seconds };
const text = fc.oneof({ weight: 8, arbitrary: fc.lorem({ maxCount: 4 }) }, oddText);

/** Most characters of repeated entries, because lists are nested: a thousand times a thousand words fit no string. */
const REPEATED_MAX_LENGTH = 200_000;

/** A list, sometimes one entry a thousand times. */
function listOf(entry: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc.oneof(
    { weight: 20, arbitrary: fc.array(entry, { maxLength: 12 }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(entry, fc.integer({ min: 1, max: 1000 }))
        .map(([one, count]): unknown => Array(Math.min(count, timesOf(one))).fill(one)),
    },
    { weight: 2, arbitrary: oddValue },
  );
}

/** Returns how often an entry may be repeated. */
function timesOf(entry: unknown): number {
  return Math.ceil(REPEATED_MAX_LENGTH / (JSON.stringify(entry) ?? '').length);
}

const words = listOf(fc.record({ ...times, word: text }));
const segments = listOf(
  fc.record({ ...times, text, words }, { requiredKeys: ['start', 'end', 'text'] }),
);
const language = fc.oneof(fc.constantFrom('english', 'en-US', 'zh', 'norwegian'), oddValue);
const answer = fc
  .record({ text, language, segments, words }, { requiredKeys: ['text'] })
  .map((value) => JSON.stringify(value));
const pieces = ['{"text":"a",', '"segments":[', '"words":[', '{"start":1,"end":2,"word":"a"}', ','];

export const target = fuzzTarget<Input>({
  name: 'recogniser answers',
  arbitrary: fc.record({
    body: fc.oneof(
      { weight: 8, arbitrary: answer },
      { weight: 1, arbitrary: oddValue.map((value) => JSON.stringify(value) ?? '') },
      { weight: 1, arbitrary: textOf(...pieces, '[', ']', '{', '}', '"', '{"a":', 'null') },
    ),
    pauses: fc.oneof(
      { weight: 20, arbitrary: fc.array(fc.constantFrom(0, 0.01, 0.5, 20), { maxLength: 20 }) },
      { weight: 1, arbitrary: fc.nat(3000).map((length): number[] => Array(length).fill(0.5)) },
    ),
    durationMs: fc.oneof(fc.nat(60_000), fc.constantFrom(0, 1, 600_000, 1_200_000)),
  }),
  run({ body, pauses, durationMs }) {
    const transcript = parseSpeech(body);
    if (transcript === null) return;
    if (transcript.language !== null) new Intl.Locale(transcript.language);
    const clock = new FileClock();
    let recordedS = 0;
    for (const pause of pauses) {
      recordedS += pause + 0.02;
      clock.place(recordedS, 0.02);
    }
    const stretch = { fromMs: 0, toMs: 600_000, durationMs };
    const { segments: timed } = inRecording(
      transcript,
      { recordedAt: (ms) => clock.recordedAt(ms) },
      stretch,
    );
    for (const segment of timed) checkSegment(segment, durationMs);
  },
  allowedSteps: ({ body, pauses }) => 8000 + 20 * body.length + 10 * pauses.length,
  weight: 0.5,
});

function checkSegment(segment: unknown, durationMs: number): void {
  const { words: own, ...whole } = transcriptSegment.parse(segment);
  for (const { startMs, endMs, text } of [whole, ...own]) {
    assert.ok(0 <= startMs && startMs <= endMs && endMs <= Math.ceil(durationMs));
    assert.ok(text !== '' && text.isWellFormed() && !/\p{Cc}/u.test(text));
  }
  for (const [at, { startMs }] of own.entries()) {
    const before = own[at - 1];
    assert.ok(before === undefined || before.endMs <= startMs, 'a word lasts into the next');
  }
}
