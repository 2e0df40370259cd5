// Example answers of what is kept: a participant's own recording, and the rule of retention (answer-examples.ts).
import { company, recordingId, startedAtMs } from './example-names.ts';

const next = {
  from: '2026-11-29T09:29:00.000Z',
  recordings: 12,
  tests: 2,
  clips: 3,
  evidence: 1,
};

export const keptExamples = {
  'myRecording.get': {
    sessionId: recordingId,
    testName: 'Checkout',
    company,
    task: 'You want to send a plant to a friend. Find one that suits a dark flat and order it.',
    participantName: 'Grace Hopper',
    startedAt: new Date(startedAtMs).toISOString(),
    endedAt: new Date(startedAtMs + 92_400).toISOString(),
    videoUrl: `/api/my-recording/${recordingId}/video?expires=1795342080000&signature=q2mS0hXo8lZJk3vQ0sBf1w`,
    durationMs: 92_400,
    clicks: 1,
    asks: ['did_it', 'ease', 'helped'],
    answers: { didIt: true, ease: 6, helped: null },
    deletedAfter: new Date(startedAtMs + 365 * 24 * 3_600_000).toISOString(),
  },
  'myRecording.withdraw': { message: 'Your recording is withdrawn.' },
  'retention.get': { days: 365, next },
  'retention.preview': { next },
  'retention.set': { days: 90, next },
  'retention.log': [{ day: '2026-11-21', testName: 'Checkout', recordings: 4, clips: 1 }],
};
