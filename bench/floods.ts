// The floods: what an attacker sends, each with how many at once and how often.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { box, numbersBox } from '#server/media/mp4-box.ts';
import { TestClient } from '#testing/client.ts';
import { makePng } from '#testing/image-bombs.ts';
import { fileType, makeMovie, VIDEO_TRACK, words } from '#testing/mp4-files.ts';
import { bearer, sentHeatmap, startSession, tusHeaders } from '#testing/participant.ts';
import { createLinks, guessPasswords } from './password-flood.ts';
import type { FloodTask } from './tasks.ts';

/** Sends one request; answers its status. */
type Ask = () => Promise<number>;

interface Flood {
  title: string;
  lanes: number;
  /** Requests per second over all lanes. */
  perSecond: number;
  /** Creates the attacker's data before the measurement. @returns texts for the task */
  prepare?(attacker: TestClient, figmaUrl: string): Promise<string[]>;
  begin(task: FloodTask, lane: number): Promise<Ask>;
}

/** All floods come from one address, but the guesses at passwords, which come from many. */
export const FLOOD_ADDRESS = '127.0.0.2';

const ASK_LIMIT_MS = 20_000;
const JSON_TYPE = { 'content-type': 'application/json' };

async function statusOf(url: string, init: RequestInit = {}): Promise<number> {
  const answer = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(ASK_LIMIT_MS),
    ...init,
  });
  await answer.arrayBuffer();
  return answer.status;
}

let started = 0;
function newSession({ origin, test }: FloodTask) {
  started += 1;
  return startSession(new TestClient(origin), test, { name: `Flood ${process.pid} ${started}` });
}

/** 1.3 kB that promise a million samples. */
function indexBomb(): Buffer<ArrayBuffer> {
  const BASE_IS_FRAGMENT = 0x02_0000;
  const run = box('trun', words([0, 1_000_000]));
  const head = box('tfhd', words([BASE_IS_FRAGMENT, VIDEO_TRACK]));
  const fragment = box('moof', numbersBox('mfhd', [1]), box('traf', head, run));
  return Buffer.concat([fileType, makeMovie(), fragment, box('mdat', new Uint8Array(8))]);
}

function uploadForm({ origin, test }: FloodTask, fill: (form: FormData) => void): Ask {
  return async () => {
    const form = new FormData();
    fill(form);
    return await statusOf(`${origin}/api/link/upload/${test.uniqueId}/${test.id}/x/y`, {
      method: 'POST',
      body: form,
    });
  };
}

/** As many pixels as one picture may have. */
const largestPicture = Uint8Array.from(makePng({ width: 4096, height: 8192 }));

/** Calls of one session, each with so many heatmaps of screens that are new. */
async function heatmapCalls(task: FloodTask, png: BlobPart, count: number): Promise<Ask> {
  const session = await newSession(task);
  let screen = 0;
  return async () => {
    const form = new FormData();
    for (let number = 0; number < count; number += 1) {
      screen += 1;
      form.append(`9-${screen}`, new Blob([png], { type: 'image/png' }), `9-${screen}.png`);
    }
    return await statusOf(`${task.origin}/api/sessions/${session._id}/heatmaps`, {
      method: 'POST',
      headers: bearer(session),
      body: form,
    });
  };
}

function sendMessages(
  { origin }: FloodTask,
  session: Awaited<ReturnType<typeof newSession>>,
  events: readonly object[],
): Promise<number> {
  return statusOf(`${origin}/api/sessions/${session._id}/events`, {
    method: 'POST',
    headers: { ...bearer(session), ...JSON_TYPE },
    body: JSON.stringify({ events }),
  });
}

/** Just under what the field `events` may have. */
const BOMB_CHARACTERS = 15_000_000;
const numbers = `[${'1,'.repeat(BOMB_CHARACTERS / 2)}1]`;
const objects = `[${'{},'.repeat(BOMB_CHARACTERS / 3)}{}]`;
const nested = `${'['.repeat(BOMB_CHARACTERS / 2)}${']'.repeat(BOMB_CHARACTERS / 2)}`;

export const floods: Record<string, Flood> = {
  index: {
    title: 'MP4 fragments that promise a million samples',
    lanes: 4,
    perSecond: 16,
    begin: async (task) => async () => {
      const session = await newSession(task);
      return await statusOf(`${task.origin}${session.uploadUrl}`, {
        method: 'PATCH',
        headers: {
          ...tusHeaders(session),
          'content-type': 'application/offset+octet-stream',
          'upload-offset': '0',
        },
        body: indexBomb(),
      });
    },
  },
  accept: {
    title: '60 kB of blanks in `Accept`',
    lanes: 4,
    perSecond: 20,
    begin: async ({ origin, test }) => {
      const headers = { accept: `text/html${' '.repeat(60_000)}x` };
      return () => statusOf(`${origin}/api/tests/${test.id}`, { headers });
    },
  },
  form: {
    title: '15 MB of JSON in the upload form',
    lanes: 3,
    perSecond: 3,
    begin: async (task, lane) =>
      uploadForm(task, (form) => form.set('events', [numbers, objects, nested][lane % 3] ?? '')),
  },
  fields: {
    title: '20 unknown fields of 2 MB in a form',
    lanes: 3,
    perSecond: 6,
    begin: async (task) => {
      const value = 'x'.repeat(2_000_000);
      return uploadForm(task, (form) => {
        for (let number = 0; number < 20; number += 1) form.set(`field-${number}`, value);
      });
    },
  },
  heatmaps: {
    title: 'heatmaps of one session, 100 in a call',
    lanes: 2,
    perSecond: 10,
    begin: (task) => heatmapCalls(task, sentHeatmap, 100),
  },
  pictures: {
    title: 'heatmaps of 33 million pixels',
    lanes: 4,
    perSecond: 8,
    begin: (task) => heatmapCalls(task, largestPicture, 1),
  },
  empties: {
    title: 'message calls without a message',
    lanes: 16,
    perSecond: 1000,
    begin: async (task) => {
      const session = await newSession(task);
      return () => sendMessages(task, session, []);
    },
  },
  events: {
    title: 'events of 3.9 kB, 200 in a call',
    lanes: 2,
    perSecond: 20,
    begin: async (task) => {
      const session = await newSession(task);
      const data = { text: 'x'.repeat(3900) };
      let seq = 0;
      return () => {
        const events = Array.from({ length: 200 }, () => {
          seq += 1;
          return { seq, atMs: seq, type: 'NEW_STATE', data };
        });
        return sendMessages(task, session, events);
      };
    },
  },
  starts: {
    title: 'session starts',
    lanes: 8,
    perSecond: 200,
    begin:
      async ({ origin, test }) =>
      () =>
        statusOf(`${origin}/api/link/${test.uniqueId}/sessions`, {
          method: 'POST',
          headers: JSON_TYPE,
          body: JSON.stringify({ name: 'Flood' }),
        }),
  },
  slow: {
    title: 'bodies that send a byte in two seconds',
    lanes: 200,
    perSecond: 100,
    begin:
      async ({ origin, test }) =>
      () =>
        slowBody(origin, `/api/link/${test.uniqueId}/sessions`),
  },
  refused: {
    title: 'session tokens and sign-ins that are not ours',
    lanes: 8,
    perSecond: 300,
    begin: async ({ origin }, lane) => {
      const token = `01890000-0000-7000-8000-000000000000.${'x'.repeat(43)}`;
      const headers: Record<string, string> =
        lane % 2 === 0 ? { authorization: `Bearer ${token}` } : { cookie: 'tryout-sign-in=wrong' };
      const path = lane % 2 === 0 ? '/api/uploads' : '/api/user-info';
      const method = lane % 2 === 0 ? 'POST' : 'GET';
      return () => statusOf(`${origin}${path}`, { method, headers });
    },
  },
  mails: {
    title: 'invitations and email changes of one person',
    lanes: 4,
    perSecond: 50,
    begin: async ({ origin, credentials }, lane) => {
      const headers = { ...credentials, ...JSON_TYPE };
      let count = 0;
      return () => {
        count += 1;
        const to = `victim-${lane}-${count}@example.com`;
        const [path, body] =
          lane % 2 === 0
            ? ['/api/user-info/teamMembers', { teamMemberEmail: to }]
            : ['/api/user-info/emailUpdate', { email: to }];
        return statusOf(`${origin}${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
      };
    },
  },
  images: {
    title: 'images of screens that there are not',
    lanes: 4,
    perSecond: 60,
    begin: async ({ origin, test }, lane) => {
      let node = 0;
      const link = encodeURIComponent(test.figmaUrl);
      return () => {
        node += 1;
        const query = `screenId=${lane + 50}:${node}&uniqueId=${test.uniqueId}&figmaUrl=${link}`;
        return statusOf(`${origin}/api/take-screenshot?${query}`);
      };
    },
  },
  passwords: {
    title: 'guessed passwords of links',
    lanes: 50,
    perSecond: 200,
    prepare: createLinks,
    begin: guessPasswords,
  },
  signIns: {
    title: 'sign-ins that are begun and forged answers',
    lanes: 4,
    perSecond: 200,
    begin: async ({ origin }, lane) => {
      const path = lane % 2 === 0 ? '/auth/google' : '/auth/google/callback?code=x&state=y';
      return () => statusOf(`${origin}${path}`);
    },
  },
};

const SLOW_MS = 2000;

/** A JSON body of 1 kB, byte by byte, for as long as the server listens. */
async function slowBody(origin: string, path: string): Promise<number> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ port: Number(port), host: hostname, localAddress: FLOOD_ADDRESS });
  let text = '';
  socket
    .on('error', () => undefined)
    .on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  const ended = once(socket, 'close').then(() => true);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n`,
  );
  for (let sent = 0; sent < 1000; sent += 1) {
    const isEnded = await Promise.race([ended, sleep(SLOW_MS, false, { ref: false })]);
    if (isEnded || text !== '') break;
    socket.write('"');
  }
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
}
