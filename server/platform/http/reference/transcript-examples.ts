// Example answers of transcripts, and of the installation itself.
import { recordingId, startedAtMs, userTimestamp } from './example-names.ts';

const counts = {
  server: 'recogniser.example.org',
  recordings: 12,
  states: { none: 2, waiting: 1, running: 1, ready: 6, no_sound: 1, no_words: 0, failed: 1 },
  startableAt: null,
};
const times = { startMs: 61_200, endMs: 63_000 };
const words = [
  { startMs: 61_200, endMs: 61_500, text: 'Where' },
  { startMs: 61_500, endMs: 61_700, text: 'is' },
  { startMs: 61_700, endMs: 61_900, text: 'the' },
  { startMs: 62_000, endMs: 63_000, text: 'basket?' },
];
const text = 'Where is the basket?';

export const transcriptExamples: Record<string, unknown> = {
  'transcripts.get': {
    state: 'ready',
    server: 'recogniser.example.org',
    failure: null,
    attempts: 1,
    requestedAt: new Date(startedAtMs + 90_000).toISOString(),
    finishedAt: new Date(startedAtMs + 120_000).toISOString(),
    startableAt: null,
    madeBy: '019aa383-2c10-7f3a-8b1d-5e6f7a8b9c0d',
    engine: 'recogniser.example.org · whisper-1',
    language: 'en',
    direction: 'ltr',
    segments: [{ ...times, text, words, original: text, correction: null }],
    unfitting: [],
  },
  'transcripts.counts': counts,
  'transcripts.startAll': counts,
  'transcripts.search': {
    items: [
      {
        sessionId: recordingId,
        userTimestamp,
        number: 12,
        participantName: 'Grace Hopper',
        outcome: 'indirect',
        atMs: 62_000,
        durationMs: 83_400,
        times: 1,
        click: null,
        still: null,
        segment: 14,
        ...times,
        language: 'en',
        direction: 'ltr',
        said: [
          { text: 'Where is the ', isMatch: false },
          { text: 'basket?', isMatch: true },
        ],
      },
    ],
    nextCursor: null,
    people: 1,
    morePeople: false,
  },
  'system.about': {
    linkHosts: [
      {
        name: 'Figma',
        webOrigin: 'https://www.figma.com',
        embedOrigin: 'https://embed.figma.com',
        messageOrigin: 'https://www.figma.com',
        clicks: true,
        pictures: false,
      },
    ],
    supportEmail: 'support@example.org',
    transcribedBy: 'recogniser.example.org',
    sample: null,
  },
};
