// Sends the sample study to a server, by the calls that a participant's page makes: one session after another.
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { SessionId } from '#contract/ids.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { isScreening, type Step } from '#contract/steps.ts';
import { SHEET_COLUMNS, SHEET_ROWS, STILL_EVERY_MS, STILLS_PER_SHEET } from '#contract/stills.ts';
import { AgentClient, successBody, TestClient } from '../client.ts';
import { bearer, sendForm, sendPiece, streamedForm } from '../participant.ts';
import { drawFrame, type FilmSize, filmOf, pictureAt } from './film.ts';
import { SECOND_GOAL, SECOND_ROUTES, SECOND_STARTS } from './later-steps.ts';
import { GOAL_SCREEN, people, ROUTES, SCREENED_OUT, stopped } from './people.ts';
import type { Person } from './person.ts';
import { type Story, storyOf } from './story.ts';
import type { Scene } from './walk.ts';

export interface StudyTest {
  _id: string;
  uniqueId: string;
  link: string;
  revision: { _id: string };
  task: string;
  figmaUrl: string;
  /** Left out for a test with one task. */
  steps?: Step[];
}

function stepsOf({ task, figmaUrl, steps }: StudyTest): readonly Step[] {
  return steps ?? [{ number: 1, kind: 'task', task, figmaUrl, goal: null, asks: [] }];
}

interface Sample {
  prototypeUrl: string;
  name: string;
  task: string;
}

const FIRST_GOAL = { kind: 'screens', screens: [GOAL_SCREEN], routes: ROUTES };

/** Body of a test with the first task of the study alone. */
export function taskTest({ name, task, prototypeUrl: figmaUrl }: Sample) {
  return { name, task, figmaUrl, goal: FIRST_GOAL };
}

const SECOND_TASK =
  'Your bathroom has no window. Find a plant that can live there, and open its page.';
const OPEN_QUESTION = 'What would you change about this shop?';
/** Option of the screening question whose people do not take part. */
const NEVER = 'never';
const options = [
  { id: 'weekly', text: 'Every week' },
  { id: 'monthly', text: 'Every month' },
  { id: 'yearly', text: 'A few times a year' },
  { id: NEVER, text: 'Never' },
];

/** Body of the whole study: a screening question, two tasks, the second in two variants, SUS and an open question. */
export function studyTest(sample: Sample) {
  const { goal, ...body } = taskTest(sample);
  const choice = { type: 'single', options, shuffled: false, other: false, none: false };
  const variants = SECOND_STARTS.map((start, at) => ({
    kind: 'task',
    task: SECOND_TASK,
    figmaUrl: sample.prototypeUrl.replaceAll('node-id=1-2', `node-id=${start.replace(':', '-')}`),
    variant: at + 1,
    goal: { kind: 'screens', screens: [SECOND_GOAL], routes: SECOND_ROUTES[at] },
    asks: ['did_it', 'ease'],
  }));
  const steps = [
    {
      ...{ kind: 'question', question: 'How often do you buy plants?', form: choice },
      screening: { endsWhen: { is: [NEVER] }, seats: [] },
    },
    { kind: 'task', task: sample.task, figmaUrl: sample.prototypeUrl, goal },
    ...variants,
    { kind: 'set', set: 'sus' },
    { kind: 'question', question: OPEN_QUESTION, isRequired: false, form: { type: 'long_text' } },
  ];
  return { ...body, steps };
}

/** Opens the link for those who never record: something is in the way, or their answer ends the test. */
async function sendStopped(origin: string, test: StudyTest): Promise<void> {
  for (const obstacle of stopped) await open(new TestClient(origin), test, obstacle);
  const screening = stepsOf(test).find(isScreening);
  for (let out = 0; screening && out < SCREENED_OUT; out += 1) {
    const client = new TestClient(origin);
    const openingId = await open(client, test, null);
    const answers = [{ step: screening.number, answer: { chosen: [NEVER] } }];
    const body = { revisionId: test.revision._id, answers };
    const path = `/api/link/${test.uniqueId}/openings/${openingId}/screening`;
    successBody(await client.post(path, body));
  }
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

/** A person with the session that the server has started for them. */
export interface Taken {
  person: Person;
  session: StartedSession;
  story: Story;
}

/** Sends the people of the study to its test, or to one with the first task alone. @returns them in their order */
export async function sendStudy({ owner, test, size, sendTime }: Study): Promise<Taken[]> {
  await sendStopped(owner.origin, test);
  const taken: Taken[] = [];
  // The server assigns variants in the order of starts, so these do not overlap.
  const starts = (async function* () {
    for (const person of people) yield await takenBy(owner.origin, test, person);
  })();
  let sent = 0;
  const sendWaiting = async () => {
    for await (const one of starts) {
      taken.push(one);
      await sendTaken(owner.origin, test, { ...one, size });
      const body = { reason: one.person.excludedFor, basedOn: null };
      if (body.reason)
        successBody(await owner.put(`/api/recordings/${one.session._id}/exclusion`, body));
      sent += 1;
      sendTime?.(sent);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendWaiting));
  await tagTexts(owner, test, taken);
  return taken;
}

/** Gives the texts of the open question their tags, as a member does. */
async function tagTexts(owner: TestClient, test: StudyTest, taken: readonly Taken[]) {
  const step = stepsOf(test).findLast((one) => one.kind === 'question' && !isScreening(one));
  if (!step) return;
  const tags = taken.flatMap(({ person }) => person.later?.words?.tags ?? []);
  for (const tag of new Set(tags)) {
    const sessions = taken
      .filter(({ person }) => person.later?.words?.tags.includes(tag))
      .map(({ session }) => session._id);
    const path = `/api/tests/${test._id}/results/questions/${step.number}/tags`;
    successBody(await owner.post(path, { sessions, add: [tag], remove: [] }));
  }
}

/** One person's whole session. @returns its id */
export async function sendPerson(
  origin: string,
  test: StudyTest,
  { person, size }: { person: Person; size: FilmSize },
): Promise<SessionId> {
  const one = await takenBy(origin, test, person);
  await sendTaken(origin, test, { ...one, size });
  return one.session._id;
}

/** Starts a person's session. */
async function takenBy(origin: string, test: StudyTest, person: Person): Promise<Taken> {
  const session = await start(new AgentClient(origin, person.userAgent), test, person);
  const own = stepsOf(test).filter(
    (step) => !isScreening(step) && (session.steps?.includes(step.number) ?? true),
  );
  return { person, session, story: storyOf(person, own) };
}

async function sendTaken(
  origin: string,
  test: StudyTest,
  { person, session, story, size }: Taken & { size: FilmSize },
): Promise<void> {
  const client = new AgentClient(origin, person.userAgent);
  const { events, scenes, lengthMs } = story;
  const film = await filmOf(scenes, lengthMs, size);
  successBody(await sendPiece(client, session, { offset: 0, bytes: film.webm }));
  if (size.width > STILL.width) await sendStills(client, session, { scenes, lengthMs });
  const address = `/api/sessions/${session._id}`;
  const send = async (method: string, path: string, body: object) => {
    const headers = { ...bearer(session), 'content-type': 'application/json' };
    const request = { method, headers, body: JSON.stringify(body) };
    successBody(await client.send(`${address}/${path}`, request));
  };
  await send('POST', 'events', { events });
  await end(client, test, { session, person });
  for (const { step, way } of story.tasks)
    if (way.answers) await send('PUT', 'answers', { step, ...way.answers });
  for (const { step, answer } of story.answers) await send('PUT', `answers/${step}`, { answer });
}

async function start(
  client: TestClient,
  test: StudyTest,
  { name, buys }: Person,
): Promise<StartedSession> {
  const openingId = await open(client, test, null);
  const screening = stepsOf(test).find(isScreening);
  const answers = screening ? [{ step: screening.number, answer: { chosen: [buys] } }] : [];
  const body = { name, revisionId: test.revision._id, openingId, answers };
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
      input: await (await drawFrame(pictureAt(scenes, atMs), STILL)).raw().toBuffer(),
      raw: { ...STILL, channels: 3 as const },
      left: (at % SHEET_COLUMNS) * STILL.width,
      top: Math.floor(at / SHEET_COLUMNS) * STILL.height,
    })),
  );
  const width = STILL.width * SHEET_COLUMNS;
  const height = STILL.height * SHEET_ROWS;
  const sheet = sharp({ create: { width, height, channels: 3, background: '#000' } });
  return await sheet.composite(cells).webp({ quality: 70 }).toBuffer();
}
