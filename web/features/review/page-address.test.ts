// Addresses of recordings, there and back, with names that hold anything.
import { expect, test } from 'vitest';
import { recordingPath } from '#contract/paths.ts';
import { pages, pathsOf } from '#web/lib/pages.ts';
import { readRecordingAddress } from './page-address.ts';

const ids = { uniqueId: 'hR4k_zB1-0aXyQ7Lm2Nc8w', testId: '0190b0e2-0000-7000-8000-000000000000' };

test.each([
  ['plain', 'Acme', 'Checkout', 'Ada_1700000000000'],
  ['slashes and quotes', 'A/B "quoted"', "it's /50%", 'a_b_c_1700000000000'],
  ['a percent sequence as text', '%2F', '100%25', '%_1700000000000'],
  ['another script', '株式会社', 'Тест 🙂', 'Ζωή_1700000000000'],
])('%s', (...[, company, testName, userTimestamp]) => {
  const address = { ...ids, company, testName, userTimestamp };
  expect(readRecordingAddress(`/api/tests/${recordingPath(address)}`)).toEqual(address);
});

test('a link to a recording holds no name, and its address the parts that the calls need', () => {
  const names = { company: 'A/B', testName: '100%', userTimestamp: 'Ada_b_1700000000000' };
  const href = pages.recording.href({ ...ids, ...names });
  expect(href).toBe(`/recordings/${ids.uniqueId}/${ids.testId}/1700000000000`);
  const address = { ...ids, company: '', testName: '', userTimestamp: '_1700000000000' };
  expect(readRecordingAddress(href)).toEqual(address);
  expect(readRecordingAddress(`${href}/`)).toEqual(address);
});

test('earlier addresses of tests and recordings lead to their pages too', () => {
  expect(pathsOf('test')).toEqual(['/tests/:id', '/api/tests/:id']);
  expect(pathsOf('recording')[1]).toMatch(/^\/api\/tests\/:uniqueId/);
  expect(pathsOf('dashboard')).toEqual(['/dashboard']);
});

test.each([
  '/recordings/one',
  '/recordings/a/b/c/d',
  '/recordings/a/b/%E0%A4',
  '/api/tests/one',
  '/api/tests/a/b/c/d/%E0%A4',
  '/api/other/a/b/c/d/e',
  '/',
])('%s names no recording', (pathname) => expect(readRecordingAddress(pathname)).toBeNull());
