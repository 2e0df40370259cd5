// Addresses of calls come from the contract's rows: their path is written there and nowhere else.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addressOf } from '#contract/endpoint.ts';
import { recordings } from '#contract/recordings.api.ts';
import { stills } from '#contract/stills.api.ts';
import { uploads } from '#contract/uploads.api.ts';

const root = join(import.meta.dirname, '..');

/** Files that may write one, and why. */
const allowed = new Map([
  ['web/lib/pages.ts', 'pages of the specification that share the prefix'],
  ['web/vite.config.ts', 'the prefix, for its proxy'],
  ['server/platform/http/reference/openapi.ts', 'the reference itself'],
]);
/** Examples, as a reader sees them. */
const isExamples = /^server\/platform\/http\/reference\/[\w-]+-examples\.ts$/;

it('no code writes an address by hand', () => {
  const files = globSync('{capture,insight,server,web}/**/*.{ts,tsx}', { cwd: root });
  const sources = files.filter((file) => !/\.(test|fixture|conformance)\.tsx?$/.test(file));
  expect(sources.length).toBeGreaterThan(300);
  const writers = sources.filter((file) => {
    const code = readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '');
    return /['"`]\/api\/\w/.test(code);
  });
  expect(writers.filter((file) => !allowed.has(file) && !isExamples.test(file))).toEqual([]);
});

it('fills in parameters as single segments, and leaves out what is undefined [1.2.2]', () => {
  const sessionId = '019a9e02-7a10-7c3e-8f00-5d2f6f0b7a02';
  expect(addressOf(uploads.create)).toBe('/api/uploads');
  expect(addressOf(stills.poster, { params: { sessionId }, query: { at: 2000 } })).toBe(
    `/api/recordings/${sessionId}/poster?at=2000`,
  );
  expect(addressOf(stills.poster, { params: { sessionId }, query: { at: undefined } })).toBe(
    `/api/recordings/${sessionId}/poster`,
  );
  const params = { uniqueId: 'u', testId: 't', company: 'A/B?', testName: '..', userTimestamp: '' };
  expect(addressOf(recordings.video, { params })).toBe('/api/recording_data/u/t/A%2FB%3F/_/_');
});
