// Sends the sample study to a server, by the calls that a participant's page makes: one session after another.
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { SessionId } from '#contract/ids.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { SHEET_COLUMNS, SHEET_ROWS, STILL_EVERY_MS, STILLS_PER_SHEET } from '#contract/stills.ts';
import { AgentClient, successBody, TestClient } from '../client.ts';
import { bearer, sendForm, sendPiece, streamedForm } from '../participant.ts';
import { drawFrame, type FilmSize, filmOf, pictureAt } from './film.ts';
import { GOAL_SCREEN, type Person, people, ROUTES, stopped } from './people.ts';
import { type Scene, walk } from './walk.ts';

export interface StudyTest {
  _id: string;
  uniqueId: string;
  link: string;
  revision: { _id: string };
}

/** Body of the test that the study takes. */
export function studyTest(sample: { prototypeUrl: string; name: string; task: string }) {
  return {
    name: sample.name,
    task: sample.task,
    figmaUrl: sample.prototypeUrl,
    goal: { kind: 'screens', screens: [GOAL_SCREEN], routes: ROUTES },
  };
}

/** Opens the link for those who never record. */
async function sendStopped(origin: string, test: StudyTest): Promise<void> {
  for (const obstacle of stopped) await open(new TestClient(origin), test, obstacle);
}

async function open(
  client: TestClient,
  { uniqueId, revision }: StudyTest,
  obstacle: string | null,
): Promise<string> {
  const openingId = randomUUID();
  const body = { revisionId: revision._id, obstacle };
  successBody(await client.put(`/api/link/${uniqueId}/openings/${openingId}`, body));
  return openingId;
}

/** People whose sessions are sent at the same time: drawing takes one core, storing another. */
const AT_ONCE = 2;

export interface Study {
  /** Excludes who is to be excluded. */
  owner: TestClient;
  test: StudyTest;
  /** Size of the films. The smallest ones have no stills. */
  size: FilmSize;
  /** Hears how many people's sessions are there. */
  sendTime?: (people: number) => void;
}

/** Sends the whole study. */
export async function sendStudy({ owner, test, size, sendTime }: Study): Promise<void> {
  await sendStopped(owner.origin, test);
  const waiting = [...people];
  let sent = 0;
  const sendWaiting = async () => {
    for (let person = waiting.shift(); person; person = waiting.shift()) {
      const sessionId = await sendPerson(owner.origin, test, { person, size });
      const body = { reason: person.excludedFor, basedOn: null };
      if (person.excludedFor)
        successBody(await owner.put(`/api/recordings/${sessionId}/exclusion`, body));
      sent += 1;
      sendTime?.(sent);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendWaiting));
}

/** One person's whole session. @returns its id */
export async function sendPerson(
  origin: string,
  test: StudyTest,
  { person, size }: { person: Person; size: FilmSize },
): Promise<SessionId> {
  const client = new AgentClient(origin, person.userAgent);
  const { events, scenes, endedAtMs } = walk(person.presses);
  const lengthMs = endedAtMs + person.lingersMs;
  const film = await filmOf(scenes, lengthMs, size);
  const session = await start(client, test, person);
  successBody(await sendPiece(client, session, { offset: 0, bytes: film.webm }));
  if (size.width > STILL.width) await sendStills(client, session, { scenes, lengthMs });
  const sent = {
    method: 'POST',
    headers: { ...bearer(session), 'content-type': 'application/json' },
  };
  const address = `/api/sessions/${session._id}`;
  successBody(
    await client.send(`${address}/events`, { ...sent, body: JSON.stringify({ events }) }),
  );
  await end(client, test, { session, person });
  if (person.answers) {
    const body = JSON.stringify(person.answers);
    successBody(await client.send(`${address}/answers`, { ...sent, method: 'PUT', body }));
  }
  return session._id;
}

async function start(
  client: TestClient,
  test: StudyTest,
  { name }: Person,
): Promise<StartedSession> {
  const openingId = await open(client, test, null);
  const body = { name, revisionId: test.revision._id, openingId };
  const { session } = successBody<{ session: StartedSession }>(
    await client.post(`/api/link/${test.uniqueId}/sessions`, body),
  );
  return session;
}

async function end(
  client: TestClient,
  test: StudyTest,
  { session, person }: { session: StartedSession; person: Person },
): Promise<void> {
  if (person.end === 'tab_closed') {
    const request = { method: 'POST', headers: bearer(session) };
    successBody(await client.send(`/api/sessions/${session._id}/abandon`, request));
    return;
  }
  const form = streamedForm(session);
  if (person.end !== 'stopped') form.append('ended', person.end);
  successBody(await sendForm(client, test, { form, session }));
}

const STILL = { width: 256, height: 144 };
const POSTER = { width: 640, height: 360 };

async function sendStills(
  client: TestClient,
  session: StartedSession,
  { scenes, lengthMs }: { scenes: readonly Scene[]; lengthMs: number },
): Promise<void> {
  const put = async (path: string, body: Buffer) => {
    const headers = { ...bearer(session), 'content-type': 'image/webp' };
    const address = `/api/sessions/${session._id}/${path}`;
    successBody(await client.send(address, { method: 'PUT', headers, body: new Uint8Array(body) }));
  };
  const middle = await drawFrame(pictureAt(scenes, lengthMs / 2), POSTER);
  await put(`poster?timeMs=${Math.round(lengthMs / 2)}`, await middle.webp().toBuffer());
  const times: number[] = [];
  for (let atMs = 0; atMs < lengthMs; atMs += STILL_EVERY_MS) times.push(atMs);
  for (let sheet = 0; sheet * STILLS_PER_SHEET < times.length; sheet += 1) {
    const of = times.slice(sheet * STILLS_PER_SHEET, (sheet + 1) * STILLS_PER_SHEET);
    await put(`stills/${sheet}?timesMs=${of.join(',')}`, await sheetOf(scenes, of));
  }
}

async function sheetOf(scenes: readonly Scene[], times: readonly number[]): Promise<Buffer> {
  const cells = await Promise.all(
    times.map(async (atMs, at) => ({
      input: await (await drawFrame(pictureAt(scenes, atMs), STILL)).png().toBuffer(),
      left: (at % SHEET_COLUMNS) * STILL.width,
      top: Math.floor(at / SHEET_COLUMNS) * STILL.height,
    })),
  );
  const width = STILL.width * SHEET_COLUMNS;
  const height = STILL.height * SHEET_ROWS;
  const sheet = sharp({ create: { width, height, channels: 3, background: '#000' } });
  return await sheet.composite(cells).webp({ quality: 70 }).toBuffer();
}
