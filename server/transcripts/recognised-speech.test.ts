// Answers of a recogniser that would stop the server while they are parsed never reach the parser.
import { afterEach, expect, it, vi } from 'vitest';
import { parseSpeech } from './recognised-speech.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  ['a million open brackets', '['.repeat(1_000_000)],
  ['nested objects', '{"a":'.repeat(200_000)],
  ['brackets in a field that is not read', `{"text":"","language":${'['.repeat(1_000_000)}`],
  ['deep lists side by side', `[${`${'['.repeat(14)}${']'.repeat(14)},`.repeat(20_000)}1]`],
  ['half a million numbers', `{"text":"","tokens":[${'1,'.repeat(500_000)}1]}`],
])('does not parse %s', (_, body) => {
  const parse = vi.spyOn(JSON, 'parse');
  expect(parseSpeech(body)).toBeNull();
  expect(parse).not.toHaveBeenCalled();
});

it('reads ten minutes of the fastest speech with all that recognisers add', () => {
  const words = Array.from({ length: 5000 }, (_, at) => ({
    word: ` word${at}`,
    start: at * 0.12,
    end: at * 0.12 + 0.1,
    probability: 0.93,
  }));
  const segments = Array.from({ length: 500 }, (_, id) => ({
    id,
    seek: 0,
    start: id * 1.2,
    end: id * 1.2 + 1.1,
    text: ' ten words',
    temperature: 0,
    tokens: Array(20).fill(50_000),
    avg_logprob: -0.3,
    no_speech_prob: 0.1,
    words: words.slice(id * 10, id * 10 + 10),
  }));
  const body = JSON.stringify({ task: 'transcribe', language: 'en', text: 'all', segments, words });
  expect(parseSpeech(body)?.segments).toHaveLength(500);
});

it('takes a language of a million characters for none', () => {
  const body = JSON.stringify({ text: 'a', language: `en${'-abcdefg'.repeat(125_000)}` });
  expect(parseSpeech(body)).toMatchObject({ language: null, segments: [{ text: 'a' }] });
});
