// Answers of the calls of links for viewing, for the API reference.
import { testId } from './example-names.ts';
import { clipExample } from './noted-examples.ts';

const link = {
  _id: '019a9e02-7a10-7c3e-8f00-5d2f6f0b7a55',
  kind: 'results',
  thing: { kind: 'results' },
  testId,
  testName: 'Checkout',
  title: 'Checkout',
  hasPassword: true,
  withNames: false,
  withDownloads: false,
  createdAt: '2026-11-20T09:00:00.000Z',
  createdBy: 'Ada Lovelace',
  expiresAt: '2026-12-20T09:00:00.000Z',
  state: 'open',
  views: 3,
  lastViewedAt: '2026-11-21T14:00:00.000Z',
};

export const viewLinkExamples = {
  'viewLinks.list': [link],
  'viewLinks.ofTest': [link],
  'viewLinks.unplayable': { clips: [{ clip: clipExample, beginMs: 30_000 }] },
  'viewLinks.create': {
    url: 'https://tryout.example.com/view/3q2-7wEjRWeJq83vASNFZw',
    viewLink: link,
  },
  'viewLinks.revoke': { message: 'This link has ended.' },
  'views.exchange': { _id: link._id },
  'views.open': {
    _id: '019a9e02-7a10-7c3e-8f00-5d2f6f0b7a55',
    thing: { kind: 'results' },
    title: 'Checkout',
    testId,
    recording: null,
    withDownloads: false,
    expiresAt: '2026-12-20T09:00:00.000Z',
  },
  'views.state': { stamp: '12.1763640000000' },
};
