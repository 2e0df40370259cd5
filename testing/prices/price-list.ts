// The price of each call that needs no account: its worst permitted input, and what that costs as `npm run bench -- prices`
// measured it.
import type { CallRate } from '#contract/endpoint.ts';
import { PIXELS_RATE, VIEW_PASSWORD_RATE_PER_ADDRESS } from '#contract/limits.ts';

export interface Price {
  /** The worst permitted input, in words. */
  input: string;
  /** Milliseconds of CPU of server and database for one call. */
  cpuMs: number;
  /** Stored data, in words, or undefined if it stores none. */
  stores?: string;
  /** Points that it takes from the rate of a visitor of a link. */
  points?: number;
  /** The rate that bounds it, if its row has another or none. */
  rate?: CallRate;
  /** Why more than a twentieth of a core is permitted. */
  exceeds?: string;
}

const GUESS = 'a token that there is not';
const STORED = 'asked for each time';
const THOUSAND = 'of a test of 1,000 recordings, another filter each time';
/** Pixels of the largest picture, in the points of PIXELS_RATE. */
const LARGEST_POINTS = 34;

export const prices: Record<string, Price> = {
  'accounts.signIn': { input: 'a path of 4,000 characters to return to', cpuMs: 3 },
  'accounts.signInReturn': { input: 'a code that the issuer refuses', cpuMs: 8 },
  'accounts.openEmailChange': { input: GUESS, cpuMs: 1 },
  'accounts.lookAtEmailChange': { input: GUESS, cpuMs: 3 },
  'accounts.lookAtEmailUndo': { input: GUESS, cpuMs: 3 },
  'accounts.undoEmail': { input: GUESS, cpuMs: 3 },
  'invitations.look': { input: GUESS, cpuMs: 3 },
  'tests.overview': { input: 'a test of 1,000 recordings', cpuMs: 13, points: 3 },
  'personalLinks.open': { input: GUESS, cpuMs: 4 },
  'sessions.link': { input: STORED, cpuMs: 4 },
  'sessions.start': { input: 'a new browser', cpuMs: 9, stores: '1 kB' },
  'sessions.opening': { input: 'an obstacle, a new browser', cpuMs: 11, stores: '0.2 kB' },
  'sessions.screening': {
    input: 'an answer that ends the test, a new browser',
    cpuMs: 12,
    stores: '0.2 kB',
  },
  'sessions.keepSlot': { input: 'without a pause', cpuMs: 3 },
  'sessions.events': {
    input: 'one message (1,000 of 0.9 kB are 40 ms, and 8 such calls in 30 s)',
    cpuMs: 9,
    stores: 'at most 16 MB a session',
  },
  'sessions.heatmaps': {
    input: 'a picture of 33 megapixels',
    cpuMs: 166,
    stores: 'what it has, at most 1 MB a second of the session',
    rate: {
      calls: Math.floor(PIXELS_RATE.calls / LARGEST_POINTS),
      perSeconds: PIXELS_RATE.perSeconds,
    },
  },
  'sessions.measureConnection': { input: '256 kB', cpuMs: 8 },
  'sessions.answers': { input: 'the longest text', cpuMs: 16, stores: '2 kB a session' },
  'sessions.answer': { input: '2,000 emoji', cpuMs: 16, stores: '8 kB a step of the session' },
  'sessions.abandon': { input: 'again and again', cpuMs: 3 },
  'sessions.finish': {
    input: '20,000 messages, a video of some seconds',
    cpuMs: 1430,
    stores: 'the form',
    exceeds: 'a class of 200 that ends its sessions',
  },
  'uploads.discover': { input: STORED, cpuMs: 1 },
  'uploads.discoverOne': { input: STORED, cpuMs: 1 },
  'uploads.create': { input: 'again and again', cpuMs: 3 },
  'uploads.append': { input: 'a piece of one byte', cpuMs: 4.5, stores: 'the piece' },
  'stills.storePoster': {
    input: 'noise of 640 × 640',
    cpuMs: 50,
    stores: 'at most 256 kB a session',
  },
  'stills.storeSheet': {
    input: 'noise of 256 kB',
    cpuMs: 57,
    stores: 'at most 256 kB, 60 a session',
  },
  'stills.poster': { input: STORED, cpuMs: 6.6 },
  'stills.sheet': { input: STORED, cpuMs: 4 },
  'screens.takeScreenshot': { input: 'a stored screen', cpuMs: 3.6 },
  'screens.image': { input: 'an image of 130 kB', cpuMs: 2.4 },
  'recordings.list': { input: `a text, ${THOUSAND}`, cpuMs: 33, points: 10 },
  'recordings.get': { input: '10,000 clicks', cpuMs: 200, points: 44 },
  'recordings.video': { input: 'a whole video of 40 kB', cpuMs: 7.3 },
  'recordings.heatmaps': { input: STORED, cpuMs: 5, points: 2 },
  'recordings.heatmapImage': { input: STORED, cpuMs: 5 },
  'notes.ofRecording': { input: '600 notes', cpuMs: 25, points: 8 },
  'clips.get': { input: STORED, cpuMs: 9, points: 3 },
  'clips.video': { input: 'a whole clip', cpuMs: 16, points: 4 },
  'results.summary': { input: THOUSAND, cpuMs: 105, points: 27 },
  'results.overview': { input: `a text, one task ${THOUSAND}`, cpuMs: 33, points: 7 },
  'results.choices': { input: THOUSAND, cpuMs: 29, points: 8 },
  'results.texts': { input: THOUSAND, cpuMs: 24, points: 5 },
  'results.question': { input: THOUSAND, cpuMs: 29, points: 8 },
  'results.compare': { input: `two texts, ${THOUSAND}`, cpuMs: 110, points: 27 },
  'results.screens': { input: THOUSAND, cpuMs: 28, points: 9 },
  'results.heat': { input: THOUSAND, cpuMs: 99, points: 24 },
  'results.paths': { input: THOUSAND, cpuMs: 40, points: 9 },
  'results.moments': { input: `a lasso of 500 corners, ${THOUSAND}`, cpuMs: 92, points: 33 },
  'reels.get': { input: '200 clips', cpuMs: 16, points: 4 },
  'reels.download': { input: '200 clips', cpuMs: 1062, points: 210 },
  'findings.report': {
    input: '100 findings with pictures, a test of 1,000 recordings',
    cpuMs: 37,
    points: 10,
  },
  'transcripts.get': { input: '20 minutes of speech', cpuMs: 33, points: 7 },
  'transcripts.file': { input: '20 minutes of speech', cpuMs: 22, points: 6 },
  'transcripts.counts': { input: 'a test of 1,000 recordings', cpuMs: 11, points: 3 },
  'transcripts.search': { input: 'a word of all, in 900 transcripts', cpuMs: 44, points: 12 },
  'myRecording.get': { input: STORED, cpuMs: 5 },
  'myRecording.video': { input: 'a whole video of 40 kB', cpuMs: 3.7 },
  'myRecording.withdraw': { input: 'a session', cpuMs: 30 },
  'views.exchange': { input: STORED, cpuMs: 3 },
  'views.open': { input: 'a wrong password', cpuMs: 180, rate: VIEW_PASSWORD_RATE_PER_ADDRESS },
  'views.state': { input: STORED, cpuMs: 3 },
  'system.about': { input: STORED, cpuMs: 1 },
  'system.health': { input: STORED, cpuMs: 1 },
};
