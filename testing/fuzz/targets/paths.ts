// Names in addresses: what is put in comes out, and an address that is made stays one segment a name.
import fc from 'fast-check';
import {
  joinUserTimestamp,
  pathSegment,
  recordingPath,
  splitUserTimestamp,
} from '#contract/paths.ts';
import { fuzzTarget } from '../fuzz-target.ts';
import { textOf } from '../odd-values.ts';

const name = textOf('_', '/', '.', '..', '%', '_1700000000000', '\n', '🌿', '?', '#', '\\');

export const target = fuzzTarget<{ name: string; timestampMs: number }>({
  name: 'paths',
  // Half of a surrogate pair is no text: schemas refuse it before any address is made.
  arbitrary: fc.record({
    name: name.map((text) => text.toWellFormed()),
    timestampMs: fc.integer({ min: 0, max: 999_999_999_999_999 }),
  }),
  run({ name, timestampMs }) {
    const joined = joinUserTimestamp(name, timestampMs);
    const split = splitUserTimestamp(joined);
    if (split?.participantName !== name || split.timestampMs !== timestampMs) {
      throw new Error(`read back as ${JSON.stringify(split)}`);
    }
    splitUserTimestamp(name);
    const path = recordingPath({
      uniqueId: 'u',
      testId: 't',
      company: name,
      testName: name,
      userTimestamp: joined,
    });
    const { pathname } = new URL(`/${path}`, 'http://a.b');
    const segments = pathname.split('/').slice(1);
    if (segments.length !== 5) throw new Error(`${pathname} has ${segments.length} segments`);
    if (decodeURIComponent(segments[4] ?? '') !== joined)
      throw new Error(`${pathname} lost a name`);
    if (pathSegment(name) !== '_' && decodeURIComponent(pathSegment(name)) !== name) {
      throw new Error('a segment lost its name');
    }
  },
  allowedSteps: ({ name }) => 500 + name.length,
});
