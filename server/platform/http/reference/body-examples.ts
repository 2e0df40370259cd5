// Example bodies of the API reference, by call. They are not in contract/, so that no browser loads them.
import { revisionId } from './example-names.ts';

const test = {
  name: 'Checkout, second draft',
  task: 'You want to send a plant to a friend. Find one that suits a dark flat and order it.',
  figmaUrl: 'https://www.figma.com/proto/AbCdEfGhIjKlMnOpQrStUv/Shop?node-id=1-2',
  company: 'Acme',
};

const webhook = {
  url: 'https://hooks.example.org/tryout',
  events: ['session.finished', 'test.closed'],
};

const token = 'mX2c8Vd0rJ7Yt4sQ9wLk1nB5hG3fP6zA0uEoIyTbRsM';

const numberInput = {
  number: 'success',
  filter: 'revision=1',
  moments: null,
  title: '36 of 54 reached the goal',
  subtitle: '',
};

/** Example body for each row with a JSON body, by `group.name`. */
export const bodyExamples: Record<string, unknown> = {
  'accounts.update': { firstName: 'Ada', lastName: 'Lovelace' },
  'accounts.changeEmail': { email: 'ada@example.org' },
  'accounts.lookAtEmailChange': { token },
  'accounts.confirmEmail': { token },
  'accounts.lookAtEmailUndo': { token },
  'accounts.undoEmail': { token },
  'invitations.look': { token },
  'invitations.accept': { token },
  'invitations.decline': { invitationId: '019a9e02-7a10-7c3e-8f00-5d2f6f0b7a02' },
  'accounts.requestDeletion': { email: 'ada@example.com' },
  'workspaces.setCompany': { company: 'Acme' },
  'workspaces.choose': { workspaceId: '01890a5d-ac96-774b-bcce-b302099a8057' },
  'workspaces.addMember': { teamMemberEmail: 'grace@example.com', role: 'viewer' },
  'viewLinks.create': {
    thing: { kind: 'results' },
    days: 30,
    password: null,
    withNames: false,
    withDownloads: false,
  },
  'views.exchange': { token: '3q2-7wEjRWeJq83vASNFZw' },
  'views.open': { password: 'correct horse' },
  'workspaces.setRole': { role: 'viewer' },
  'designToken.set': { token: 'figd_q2mS0hXo8lZJk3vQ0sBf1w' },
  'webhooks.create': webhook,
  'webhooks.update': { ...webhook, on: true },
  'apiKeys.create': { name: 'Nightly export', scope: 'read', days: 90 },
  'tests.create': {
    ...test,
    goal: { kind: 'screens', screens: ['1:10'], routes: [['1:2', '1:3', '1:10']] },
    asks: ['did_it', 'ease'],
  },
  'tests.update': {
    ...test,
    name: 'Checkout, third draft',
    saveAs: 'revision',
    basedOn: revisionId,
  },
  'tests.saveSettings': {
    close_date: '2099-12-31T18:00:00+01:00',
    number_of_submission: 10,
    duplicate: false,
    isClose_test: false,
  },
  'screens.ofPrototype': { figmaUrl: test.figmaUrl },
  'testExports.make': {
    separator: 'comma',
    names: false,
    videos: true,
    heatmaps: false,
    messages: false,
  },
  'outcomes.override': { outcome: null, basedOn: null },
  'outcomes.exclude': { reason: null, basedOn: null },
  'notes.create': { atMs: 41_200, text: 'Presses the picture, not the button #affordance' },
  'notes.change': { text: 'Presses the picture', version: 1 },
  'clips.create': { fromMs: 38_200, toMs: 51_200, title: 'Where is the button? #affordance' },
  'clips.change': { fromMs: 38_200, toMs: 48_200, title: 'Where is the button?', version: 1 },
  'reels.create': { name: 'For the team', clips: [] },
  'reels.change': {
    version: 1,
    name: 'For the team',
    items: [
      { id: '019aa3bb-4b20-7c4f-9e32-2a1b8d6f0c56', kind: 'title', text: 'Where is the button?' },
    ],
  },
  'reels.addClips': { clips: ['019aa3ba-2f70-7aa2-8c19-6e4d1b0f9a42'] },
  'findings.create': {
    sentence: 'A third do not find the button.',
    text: '',
    evidence: [{ kind: 'number', number: numberInput }],
  },
  'findings.change': { version: 1, sentence: 'Half find it late.', text: '', evidence: [] },
  'findings.addEvidence': { kind: 'number', number: numberInput },
  'findings.place': { after: null },
  'sessions.opening': { revisionId, obstacle: 'microphone_refused' },
  'sessions.answers': { didIt: true, ease: 6, helped: 'A search on the first page.' },
  'sessions.start': { name: 'Grace Hopper', browserKey: 'b5Zk0c1mQ7yWnP3x' },
  'sessions.events': {
    events: [
      {
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
      },
    ],
  },
};
