// A reel and a finding as answers of the API reference show them (answer-examples.ts).
import { company, figmaUrl, startedAtMs, testId } from './example-names.ts';
import { authorshipExample, clipExample } from './noted-examples.ts';

const reelId = '019aa3bb-3a10-7b3e-8d21-1f0a7c5e9b44';
const findingId = '019aa3bc-5d20-7c4f-9e32-2a1b8d6f0c55';
const numberEvidenceId = '019aa3bc-6e30-7d5a-8f43-3b2c9e7a1d66';
const startedAt = new Date(startedAtMs).toISOString();

const summary = {
  ...authorshipExample,
  id: reelId,
  name: 'For the team',
  clips: 1,
  lengthMs: 16_000,
};

const reel = {
  ...summary,
  testId,
  items: [
    { id: '019aa3bb-4b20-7c4f-9e32-2a1b8d6f0c56', kind: 'title', text: 'Where is the button?' },
    { id: '019aa3bb-5c30-7d5a-8f43-3b2c9e7a1d67', kind: 'clip', clip: clipExample },
    { id: '019aa3bb-6d40-7e6b-9a54-4c3d0f8b2e78', kind: 'clip', clip: 'withdrawn' },
  ],
};

const value = { is: 'share', k: 14, n: 21, share: 0.6667, low: 0.4537, high: 0.8281 };

const finding = {
  ...authorshipExample,
  id: findingId,
  sentence: '14 of 21 on All plants pressed Snake plant; nothing reacts.',
  text: 'They expect the picture to be the link.',
  isByRule: true,
  evidence: [
    {
      id: numberEvidenceId,
      kind: 'number',
      number: {
        number: 'nothing_reacts',
        filter: 'revision=1',
        moments: 'of=clicked&at=2&layer=missed&place=layer%3A2%3A15',
        title: '14 people pressed Snake plant',
        subtitle: 'All plants · nothing reacts · 33 presses',
        value,
        definition:
          'People who pressed this place, where nothing reacts, at least once, of all to whom the screen was presented.',
        at: startedAt,
      },
    },
    { id: '019aa3bc-7f40-7e6b-9a54-4c3d0f8b2e77', kind: 'clip', clip: clipExample },
  ],
};

const revision = {
  number: 1,
  task: 'Find a plant for a dark flat and order it.',
  prototypeUrl: figmaUrl,
  createdAt: startedAt,
  people: 21,
  excluded: 1,
  from: startedAt,
  to: startedAt,
};

export const reportExamples: Record<string, unknown> = {
  'reels.list': { reels: [summary] },
  'reels.create': reel,
  'reels.get': reel,
  'reels.change': { ...reel, version: 2 },
  'reels.addClips': { ...reel, version: 2 },
  'reels.delete': { message: 'The reel was deleted.' },
  'findings.report': {
    testName: 'Checkout',
    company,
    revisions: [revision],
    findings: [finding],
  },
  'findings.numbersNow': { numbers: [{ id: numberEvidenceId, value: { ...value, n: 22 } }] },
  'findings.list': { findings: [finding] },
  'findings.create': finding,
  'findings.change': { ...finding, version: 2 },
  'findings.addEvidence': { ...finding, version: 2 },
  'findings.place': { findings: [findingId] },
  'findings.delete': { message: 'The finding was deleted.' },
};

const numberInput = {
  number: 'success',
  filter: 'revision=1',
  moments: null,
  title: '36 of 54 reached the goal',
  subtitle: '',
};

/** Bodies of these calls. */
export const reportBodies: Record<string, unknown> = {
  'reels.create': { name: 'For the team', clips: [] },
  'reels.change': {
    version: 1,
    name: 'For the team',
    items: [
      { id: '019aa3bb-4b20-7c4f-9e32-2a1b8d6f0c56', kind: 'title', text: 'Where is the button?' },
    ],
  },
  'reels.addClips': { clips: [clipExample.id] },
  'findings.create': {
    sentence: 'A third do not find the button.',
    text: '',
    evidence: [{ kind: 'number', number: numberInput }],
  },
  'findings.change': { version: 1, sentence: 'Half find it late.', text: '', evidence: [] },
  'findings.addEvidence': { kind: 'number', number: numberInput },
  'findings.place': { after: null },
};
