// Example answers of the API reference, by call: one story of one test with one recording. The test
// beside this file holds each against its row's schema.
import {
  company,
  figmaUrl,
  recordingId,
  revisionId,
  screenImageId,
  startedAtMs,
  testId,
  uniqueId,
  userTimestamp,
  workspaceId,
} from './example-names.ts';
import { exportExamples } from './export-examples.ts';
import { integrationAnswers } from './integration-examples.ts';
import { keptExamples } from './kept-examples.ts';
import { notedExamples } from './noted-examples.ts';
import { judgedRun, recordingInfo, recordingRow } from './recording-examples.ts';
import { reportExamples } from './report-examples.ts';
import { sessionExamples } from './session-examples.ts';
import { transcriptExamples } from './transcript-examples.ts';
import { viewLinkExamples } from './view-link-examples.ts';

const startedAt = new Date(startedAtMs).toISOString();
const place = `${uniqueId}/${testId}/Acme/Checkout/${userTimestamp}`;
const said = (message: string) => ({ message });

const test = {
  _id: testId,
  uniqueId,
  name: 'Checkout',
  task: 'You want to send a plant to a friend. Find one that suits a dark flat and order it.',
  figmaUrl,
  company,
  link: `https://tests.example.org/tryout/${uniqueId}`,
  closed: false,
  count_of_recordings: 1,
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  revision: {
    _id: revisionId,
    number: 1,
    createdAt: '2026-11-20T09:00:00.000Z',
    hasSessions: true,
  },
  goal: { kind: 'screens', screens: ['1:10'], routes: [['1:2', '1:3', '1:10']] },
  asks: ['did_it', 'ease', 'helped'],
  recordings: [`/data/Acme/Checkout/${userTimestamp}/recording.webm`],
  recordings_info: [recordingInfo],
  storedTimeStamp: startedAtMs,
};

const invitation = {
  _id: '019a9e02-7a10-7c3e-8f00-5d2f6f0b7a02',
  company,
  ownerName: 'Ada Lovelace',
  ownerEmail: 'ada@example.com',
  email: 'grace@example.com',
  sentAt: '2026-11-20T09:00:00.000Z',
  expiresAt: '2026-12-04T09:00:00.000Z',
};

const newTest = {
  ...test,
  revision: { ...test.revision, hasSessions: false },
  count_of_recordings: 0,
  recordings: [],
  recordings_info: [],
  storedTimeStamp: null,
};

const {
  recordings: _,
  recordings_info: __,
  ...testOverview
} = {
  ...test,
  running: { live: 0, silent: 0, silentInMs: null },
  withdrawn: 0,
  totals: {
    clicks: recordingInfo.clicks,
    misclicks: recordingInfo.misclicks,
    durationMs: recordingInfo.durationMs,
    averageMs: recordingInfo.durationMs,
  },
};

const settings = {
  closed: false,
  close_date: '2099-12-31T17:00:00.000Z',
  number_of_submission: 10,
  duplicate: false,
};

const { name, task } = test;
const imageUrl = `/api/screens/${screenImageId}/image?expires=1795345200000&signature=Zk3vQ0sB`;

/** `group.name` of a row with a JSON answer → an answer it gives. */
export const answerExamples: Record<string, unknown> = {
  'accounts.check': { email: 'ada@example.com', role: 'owner' },
  'accounts.signOut': said('Signed out.'),
  'accounts.get': {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    company,
    role: 'owner',
    teamMembers: [
      {
        _id: '019a9e02-7a10-7c3e-8f00-5d2f6f0b7a01',
        email: 'ada@example.com',
        firstName: 'Ada',
        lastName: 'Lovelace',
        role: 'owner',
        joined: true,
        invitation: null,
      },
    ],
    pendingEmail: null,
    deletionAt: null,
  },
  'accounts.update': said('Saved.'),
  'accounts.changeEmail': said('We sent a confirmation link to ada@example.org.'),
  'signIns.list': [
    {
      _id: '0199f7a0-3c1e-7b52-9a44-51f0c7d2e8ab',
      device: 'Firefox on Windows',
      begunAt: '2026-11-20T08:00:00.000Z',
      lastUsedAt: '2026-11-21T14:00:00.000Z',
      current: true,
    },
  ],
  'signIns.end': said('Signed out there.'),
  'signIns.endOthers': said('Signed out in 2 other places.'),
  'accounts.lookAtEmailChange': {
    isYours: true,
    email: 'ada@example.com',
    newEmail: 'ada@example.org',
    expiresAt: '2026-11-21T09:00:00.000Z',
  },
  'accounts.confirmEmail': said('Your email address is ada@example.org now.'),
  'accounts.lookAtEmailUndo': {
    oldEmail: 'ada@example.com',
    newEmail: 'ada@example.org',
    changedAt: '2026-11-20T09:00:00.000Z',
    expiresAt: '2026-11-27T09:00:00.000Z',
  },
  'accounts.undoEmail': said('The email address is ada@example.com again.'),
  'accounts.requestDeletion': said('Your account will be deleted within 24 hours.'),
  'accounts.withdrawDeletion': said('Your account stays.'),
  'workspaces.setCompany': said('Company name saved.'),
  'workspaces.list': [
    { _id: workspaceId, company, ownerName: 'Ada Lovelace', role: 'owner', current: true },
  ],
  'workspaces.storage': {
    storedBytes: 5_400_000_000,
    quotaBytes: 20_000_000_000,
    noSpace: null,
    deletingSessions: 1200,
  },
  'workspaces.choose': said('Switched.'),
  'workspaces.addMember': said('grace@example.com has been invited.'),
  ...viewLinkExamples,
  'workspaces.setRole': said('They are a viewer now.'),
  'workspaces.removeMember': said('grace@example.com has been removed.'),
  'designToken.get': {
    tool: 'Figma',
    own: {
      setAt: startedAt,
      setBy: 'Ada Lovelace',
      readable: true,
      check: 'works',
    },
    otherwise: 'none',
  },
  'designToken.set': {
    tool: 'Figma',
    own: { setAt: startedAt, setBy: 'Ada Lovelace', readable: true, check: 'works' },
    otherwise: 'none',
  },
  'designToken.remove': said('The token is removed.'),
  ...integrationAnswers,
  'invitations.list': [invitation],
  'invitations.look': { state: 'open', invitation, joined: null },
  'invitations.accept': { ...said('You are in the team now.'), workspaceId },
  'invitations.decline': said('Declined.'),
  'invitations.resend': said('grace@example.com has been invited again.'),
  'tests.list': [test],
  'tests.overview': testOverview,
  'tests.get': test,
  'tests.create': newTest,
  'tests.update': { ...test, name: 'Checkout, third draft', updatedAt: startedAt },
  'tests.delete': said('Test deleted successfully.'),
  'tests.revisions': {
    revisions: [
      {
        _id: revisionId,
        number: 1,
        createdAt: '2026-11-20T09:00:00.000Z',
        task: test.task,
        figmaUrl,
        sessions: 1,
        corrections: [
          {
            before:
              'You want to send a plnat to a friend. Find one that suits a dark flat and order it.',
            after: test.task,
            at: '2026-11-20T10:12:00.000Z',
            by: 'Ada Lovelace',
          },
        ],
      },
    ],
  },
  'tests.settings': settings,
  'tests.saveSettings': settings,
  ...sessionExamples,
  ...keptExamples,
  'stills.storePoster': said('Poster stored.'),
  'stills.storeSheet': said('Stills stored.'),
  'screens.takeScreenshot': {
    screenshotUrl: imageUrl,
    screen: {
      nodeId: '1:2',
      width: 1280,
      height: 860,
      origin: { x: 0, y: 0 },
      boxes: {
        '1:2': { x: 0, y: 0, width: 1280, height: 860 },
        '2:15': { x: 64, y: 447, width: 184, height: 52 },
      },
    },
  },
  ...notedExamples,
  ...reportExamples,
  'outcomes.get': judgedRun,
  'outcomes.override': { ...judgedRun, outcome: 'left', override: null },
  'outcomes.exclude': judgedRun,
  'recordings.list': {
    items: [{ ...recordingRow, sortKey: '999999999999999998236279199999' }],
    nextCursor: null,
    total: 1,
  },
  'recordings.get': {
    ...recordingRow,
    judged: {
      outcome: 'indirect',
      computed: 'indirect',
      override: null,
      exclusion: null,
      basedOn: { outcome: null, exclusion: null },
    },
    namedScreens: [],
    test: { _id: testId, uniqueId, name, task, figmaUrl, company, revision: 1 },
    place: { position: 1, total: 1, newer: null, older: null },
    videoUrl: `/api/recording_data/${place}`,
    stills: [
      {
        url: `/api/recordings/${recordingId}/stills/0`,
        width: 256,
        height: 160,
        timesMs: [0, 2004, 4010],
      },
    ],
    clickList: [{ screenId: '1:2', atMs: 1210, handled: true, x: 156, y: 473 }],
    visits: [{ screenId: '1:2', fromMs: 0, toMs: 1210 }],
    screens: [{ screenId: '1:2', imageUrl, width: 1280, height: 860, approximate: false }],
    imageSource: 'design_tool',
    prototypeState: 'shown',
    unplaced: {},
    readAgain: false,
  },
  'recordings.heatmaps': { images: [`/api/recordings/${recordingId}/heatmaps/1%3A2`] },
  'recordings.delete': said('Recording deleted successfully'),
  ...transcriptExamples,
  ...exportExamples,
};
