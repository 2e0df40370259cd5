// Fields of requests whose example their name does not decide, for the API reference.
import { figmaUrl, recordingId, revisionId, testId, uploadId } from './example-names.ts';

/** Kinds of things that are chosen where a field takes several; otherwise the first is. */
export const kindExamples: ReadonlySet<unknown> = new Set(['number', 'title']);

/** Fields of queries that have another meaning elsewhere. */
export const queryExamples: Readonly<Record<string, unknown>> = {
  answer: 'easy,helped',
  area: '120:40,184:40,184:88,120:88',
  cursor: '1795257320000',
  days: 365,
  device: 'Firefox on Windows',
  download: '1',
  expires: 1_795_258_800,
  ids: recordingId,
  limit: 20,
  next: 5,
  originalFigmaUrl: figmaUrl,
  place: 'layer:2:15',
  revision: '1',
  route: '1,2,5',
  screen: '1,2',
  search: 'checkout',
  signature: 'Yk3vQ0sBf1wq2mS0hXo8lZ',
  text: 'basket',
  timesMs: '0,2000,4000',
  words: 'basket',
  zone: 'Europe/Athens',
};

const mailedToken = 'mX2c8Vd0rJ7Yt4sQ9wLk1nB5hG3fP6zA0uEoIyTbRsM';
const reel = { name: 'For the team' };
const webhook = {
  url: 'https://hooks.example.org/tryout',
  events: ['session.finished', 'test.closed'],
};

/** A message of the prototype, which the server stores as it is. */
const press = {
  seq: 0,
  atMs: 1210,
  type: 'MOUSE_PRESS_OR_RELEASE',
  data: {
    presentedNodeId: '1:2',
    handled: true,
    targetNodeId: '2:15',
    targetNodeMousePosition: { x: 92, y: 26 },
    nearestScrollingFrameId: '1:2',
    nearestScrollingFrameMousePosition: { x: 156, y: 473 },
    nearestScrollingFrameOffset: { x: 0, y: 0 },
  },
};

/** By call, or by group for all its calls. A field without a value is left out. */
export const requestExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  accounts: { token: mailedToken },
  'accounts.changeEmail': { email: 'ada@example.org' },
  'accounts.signIn': { next: '/dashboard' },
  invitations: { token: mailedToken },
  'apiKeys.create': { name: 'Nightly export', days: 90 },
  'clips.list': { cursor: testId },
  'designToken.set': { token: 'figd_q2mS0hXo8lZJk3vQ0sBf1w' },
  'findings.place': { after: null },
  // An invitation is named by its token or by its id.
  'invitations.accept': { invitationId: undefined },
  'invitations.decline': { token: undefined },
  'notes.list': { cursor: testId },
  'outcomes.exclude': { reason: null, basedOn: null },
  'outcomes.override': { outcome: null, basedOn: null },
  'reels.change': reel,
  'reels.create': { ...reel, clips: [] },
  'sessions.start': { name: 'Grace Hopper', openingId: undefined, revisionId: undefined },
  'results.moments': { cursor: '50' },
  'sessions.events': { events: [press] },
  'testExports.file': { file: 'sessions.csv' },
  'testExports.make': { names: false, heatmaps: false, messages: false },
  'tests.list': { cursor: testId, ids: testId, sort: 'created' },
  'tests.saveSettings': { duplicate: false },
  'tests.update': { basedOn: revisionId },
  'transcripts.search': { cursor: '12-3' },
  'uploads.discoverOne': { uploadId },
  'viewLinks.create': { days: 30, password: null, withNames: false, withDownloads: false },
  'views.exchange': { token: '3q2-7wEjRWeJq83vASNFZw' },
  'views.open': { password: 'correct horse' },
  'webhooks.create': webhook,
  'webhooks.update': webhook,
};
