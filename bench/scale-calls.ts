// The calls whose cost must not grow with what is stored, one of each kind.
import { EVENT_CALLS_RATE } from '#contract/limits.ts';
import type { ScaleStage } from './scale-stage.ts';

/** Short and many, one server after the other: what else the machine does hits both alike. The first one warms up. */
export const ROUNDS = 6;

export interface ScaleRequest {
  path: string;
  /** Sent by POST; without one it is a GET. */
  body?: object;
  headers?: Record<string, string>;
  /** It comes from there; the server counts what an address asks for. */
  from?: string;
}

export interface ScaleCall {
  name: string;
  /** Calls of one connection in one round, where the server's rate permits no more. */
  mostPerRound?: number;
  /** @param turn counts the call's turns on this server @param lane the connection, from 0 */
  request(stage: ScaleStage, turn: number, lane: number): ScaleRequest;
}

const ofTest = ({ test }: ScaleStage) => `/api/tests/${test._id}`;
const read = (name: string, pathOf: (stage: ScaleStage) => string): ScaleCall => ({
  name,
  request: (stage) => ({ path: encodeURI(pathOf(stage)) }),
});

/** A sender's address on loopback. */
const addressOf = (turn: number, lane: number) =>
  `127.${10 + lane}.${(turn >> 8) & 255}.${turn & 255}`;

export const scaleCalls: readonly ScaleCall[] = [
  read('a page of tests', () => '/api/tests?limit=24'),
  read('a page of tests with a search', () => '/api/tests?limit=24&search=straße 1'),
  read('all tests, plain', () => '/api/tests'),
  read('a test', (stage) => `${ofTest(stage)}/overview`),
  read('a test, plain', ofTest),
  read('a page of recordings', (stage) => `${ofTest(stage)}/recordings?limit=30`),
  read(
    'a page of recordings with a search',
    (stage) => `${ofTest(stage)}/recordings?limit=30&text=participant 12`,
  ),
  { name: 'a recording', request: ({ recording }) => ({ path: recording }) },
  {
    name: 'the link of a test',
    request: ({ test }, turn, lane) => ({
      path: `/api/link/${test.uniqueId}`,
      from: addressOf(turn, lane),
    }),
  },
  {
    name: 'a start, no browser twice',
    request: ({ test }, turn, lane) => ({
      path: `/api/link/${test.uniqueId}/sessions`,
      body: { name: 'Ada', browserKey: `browser-of-lane-${lane}-${turn}` },
      from: addressOf(turn, lane),
    }),
  },
  {
    name: 'a message of a session',
    // The session of the first connection is asked in all rounds of both comparisons.
    mostPerRound: Math.floor(EVENT_CALLS_RATE.calls / 2 / ROUNDS),
    request: ({ longest }, turn, lane) => {
      const session = longest[lane];
      if (!session) throw new Error('a session for each connection');
      const event = { seq: 100_000 + turn, atMs: turn, type: 'NEW_STATE', data: { turn } };
      return {
        path: `/api/sessions/${session._id}/events`,
        body: { events: [event] },
        headers: { authorization: `Bearer ${session.token}` },
      };
    },
  },
];
