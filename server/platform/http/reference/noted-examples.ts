// A note and a clip as answers of the API reference show them (answer-examples.ts).
import {
  company,
  recordingId,
  startedAtMs,
  testId,
  uniqueId,
  userTimestamp,
} from './example-names.ts';

export const authorshipExample = {
  author: { id: '019a9e02-7a10-7c3e-8f00-5d2f6f0b7a01', name: 'Ada Lovelace' },
  createdAt: new Date(startedAtMs + 3_600_000).toISOString(),
  edited: null,
  version: 1,
};

const recording = {
  number: 1,
  participantName: 'Grace Hopper',
  userTimestamp,
  durationMs: 92_400,
  state: 'ready',
  outcome: 'indirect',
  posterUrl: `/api/recordings/${recordingId}/poster`,
  test: { _id: testId, uniqueId, name: 'Checkout', company },
};

const note = {
  ...authorshipExample,
  id: '019aa3b9-1c55-7d10-9b52-3f0a6f5a2c11',
  sessionId: recordingId,
  atMs: 41_200,
  text: 'Presses the picture, not the button #affordance',
  tags: ['affordance'],
};

export const clipExample = {
  ...authorshipExample,
  id: '019aa3ba-2f70-7aa2-8c19-6e4d1b0f9a42',
  sessionId: recordingId,
  fromMs: 38_200,
  toMs: 51_200,
  title: 'Where is the button? #affordance',
  tags: ['affordance'],
  recording,
  still: { url: `/api/recordings/${recordingId}/stills/1`, width: 256, height: 144, index: 9 },
};

const edited = {
  edited: { by: authorshipExample.author, at: new Date(startedAtMs + 7_200_000).toISOString() },
  version: 2,
};

const choices = {
  tags: [{ tag: 'affordance', count: 1 }],
  people: [{ sessionId: recordingId, number: 1, participantName: 'Grace Hopper', count: 1 }],
};

export const notedExamples: Record<string, unknown> = {
  'notes.ofRecording': { notes: [note], clips: [clipExample] },
  'notes.list': { items: [{ ...note, recording }], nextCursor: null, total: 1 },
  'notes.choices': choices,
  'notes.create': note,
  'notes.change': { ...note, ...edited, text: 'Presses the picture', tags: [] },
  'notes.delete': { message: 'Note deleted.' },
  'clips.list': { items: [clipExample], nextCursor: null, total: 1 },
  'clips.choices': choices,
  'clips.get': clipExample,
  'clips.create': clipExample,
  'clips.change': { ...clipExample, ...edited, toMs: 48_200 },
  'clips.delete': { message: 'Clip deleted.' },
};
