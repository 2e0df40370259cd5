// Rows of the list: names with anything in them, marks, malformed ones.
import { expect, test } from 'vitest';
import type { RevisionId, SessionId, TestId, UniqueId } from '#contract/ids.ts';
import type { RecordingRow } from '#contract/recordings.ts';
import { pages } from '#web/lib/pages.ts';
import { isReadable, recordingEntry } from './recording-entry.ts';

const address = {
  _id: '0198f7a0-0000-7000-8000-000000000001' as TestId,
  uniqueId: 'abcdefghijklmnopqrstuv' as UniqueId,
  company: 'A/B "C"',
  name: 'Größe 🚀',
  revision: { number: 1 },
};

function recording(change: Partial<RecordingRow>): RecordingRow {
  return {
    id: 'one' as SessionId,
    userTimestamp: 'Ada_1795176000000',
    number: 1,
    participantName: 'Ada',
    startedAt: '2026-11-20T12:00:00.000Z',
    durationMs: 64_000,
    sizeBytes: 1000,
    state: 'ready',
    endedEarly: false,
    lastHeardAt: null,
    silentInMs: null,
    clicks: 3,
    misclicks: 1,
    posterUrl: null,
    revision: { _id: 'first' as RevisionId, number: 1, uncertain: false },
    outcome: 'direct',
    timeToGoalMs: 44_900,
    device: null,
    answers: null,
    tasks: 1,
    runs: [],
    ...change,
  };
}

test('a row leads to the page of its recording', () => {
  const entry = recordingEntry(address, recording({ userTimestamp: 'a_b/c_1795176000000' }));
  expect(entry).toMatchObject({
    name: 'a_b/c',
    duration: '1:04',
    clicks: '3 clicks, 1 dead click',
  });
  expect(pages.recording.href(entry.address)).toBe(
    `/recordings/${address.uniqueId}/${address._id}/1795176000000`,
  );
});

test.each<[Partial<RecordingRow>, unknown]>([
  [{}, null],
  [{ state: 'receiving', silentInMs: 1 }, 'live'],
  [{ state: 'receiving', silentInMs: 0 }, 'silent'],
  [{ endedEarly: true }, 'ended-early'],
])('%j is marked %j', (change, mark) => {
  expect(recordingEntry(address, recording(change)).mark).toBe(mark);
});

test.each([
  { newest: 1, number: 1, uncertain: true, shown: null },
  { newest: 2, number: 2, uncertain: false, shown: null },
  { newest: 2, number: 2, uncertain: true, shown: 2 },
  { newest: 2, number: 1, uncertain: false, shown: 1 },
])('of revision $number of $newest, uncertain: $uncertain, shows $shown', (of) => {
  const { newest, number, uncertain, shown } = of;
  const revision = { _id: 'any' as RevisionId, number, uncertain };
  const revised = { ...address, revision: { number: newest } };
  expect(recordingEntry(revised, recording({ revision })).revision).toBe(shown);
});

test('a running one tells neither a length nor clicks nor an outcome: they come at its end', () => {
  const entry = recordingEntry(address, recording({ state: 'receiving' }));
  expect(entry).toMatchObject({ duration: null, clicks: null, outcome: null });
});

test('the time to the goal drops part seconds, as lengths do', () => {
  expect(recordingEntry(address, recording({})).timeToGoal).toBe('45 s');
});

test.each<[RecordingRow['answers'], unknown]>([
  [null, null],
  [{ didIt: null, ease: null, helped: null }, null],
  [
    { didIt: true, ease: 6, helped: null },
    { short: 'Did it · ease 6 of 7', helped: '' },
  ],
  [
    { didIt: false, ease: null, helped: 'A filter' },
    { short: 'Did not', helped: 'A filter' },
  ],
  [
    { didIt: null, ease: 1, helped: '' },
    { short: 'ease 1 of 7', helped: '' },
  ],
  [
    { didIt: null, ease: null, helped: 'A filter' },
    { short: '', helped: 'A filter' },
  ],
])('%j in short', (answers, short) => {
  expect(recordingEntry(address, recording({ answers })).answers).toEqual(short);
});

test('one without a timestamp is skipped', () => {
  const names = ['Ada_1', 'Ada', 'Ada_1x', '_2'];
  const readable = names.filter((userTimestamp) => isReadable(recording({ userTimestamp })));
  expect(readable).toEqual(['Ada_1', '_2']);
});

test('a session of several tasks has a mark for each, shown or not', () => {
  const run = (position: number, outcome: RecordingRow['outcome']) => ({
    step: position + 10,
    position,
    outcome,
    beganAtMs: null,
    endedAtMs: null,
    ended: null,
    timeToGoalMs: null,
    answers: null,
  });
  const outcomesOf = (tasks: number, runs: RecordingRow['runs']) =>
    recordingEntry(address, recording({ tasks, runs })).outcomes;
  const runs = [run(1, 'direct'), run(3, 'gave_up')];
  expect(outcomesOf(4, runs)).toEqual(['direct', null, 'gave_up', null]);
  expect(outcomesOf(1, [run(1, 'direct')])).toEqual([]);
  expect(outcomesOf(4, [])).toEqual([]);
});
