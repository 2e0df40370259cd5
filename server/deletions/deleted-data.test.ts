// Tests that deleted data is gone at once: every call of the contract that names it answers as for data that never
// existed, and every other call answers as it does once the rows are removed.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { successBody } from '#testing/client.ts';
import { recordSession, sendPiece, sentVideo, startSession } from '#testing/participant.ts';
import type { RoleRequest, RoleWorld, Target } from '#testing/roles/role.ts';
import { makeRoleWorld } from '#testing/roles/role-world.ts';
import { roleRows } from '#testing/roles/rows.ts';

const endpoints = new Set(
  Object.entries(api).flatMap(([group, rows]) =>
    Object.keys(rows).map((name) => `${group}.${name}`),
  ),
);

let world: RoleWorld;
beforeAll(async () => {
  world = await makeRoleWorld();
});
afterAll(() => world.app.close());

async function newTarget(): Promise<Target> {
  const test = await world.newTest();
  const session = await startSession(world.app.anyone, test, { name: 'Any' });
  const bytes = sentVideo.subarray(0, 20_000);
  successBody(await sendPiece(world.app.anyone, session, { offset: 0, bytes }));
  const finished = await recordSession(world.app.anyone, test, { name: 'Ann', pictures: true });
  return { test, questionStep: 2, session, finished };
}

interface Call {
  call: string;
  roleRequest: RoleRequest;
  role: 'owner' | 'participant' | 'link';
  as: Record<string, string>;
}

/** The table of roles as requests about these things, by those who may make them. */
async function callsAbout(target: Target): Promise<Call[]> {
  const calls: Call[] = [];
  for (const row of roleRows) {
    if (!endpoints.has(row.call) || row.ownSignIn) continue;
    const isOwners = row.cells.owner !== 'session_token_invalid';
    const role = isOwners ? 'owner' : row.cells.link === 'ok' ? 'link' : 'participant';
    const as = await world.credentials(role, target);
    const roleRequest = await row.request(target, world);
    // Everyone may request the capabilities of the upload protocol.
    if (roleRequest.method !== 'OPTIONS') calls.push({ call: row.call, roleRequest, role, as });
  }
  // Screens get their images before answers are compared.
  await readOthers(calls, []);
  return calls;
}

/** A token names its session. */
const isNaming = (ids: readonly string[], { roleRequest: { path, body = '' }, role }: Call) =>
  role !== 'owner' ||
  ids.some((id) => path.includes(encodeURIComponent(id)) || String(body).includes(id));

function send({ roleRequest, as }: Call): Promise<{ status: number; text: string }> {
  const { method, path, headers, body } = roleRequest;
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const all = { accept: 'application/json', ...length, ...headers, ...as };
  return new Promise((resolve, reject) => {
    const out = request(`${world.app.origin}${path}`, { method, headers: all }, (answer) => {
      let text = '';
      answer.on('data', (piece: Buffer) => {
        text += piece.toString('latin1');
        if (answer.headers['content-type']?.startsWith('text/event-stream')) answer.destroy();
      });
      const finish = () => resolve({ status: answer.statusCode ?? 0, text });
      answer.on('close', finish).on('error', finish);
    });
    out.on('error', reject);
    out.end(body);
  });
}

/** Answers of reading calls that name none of the ids. Bytes in storage count until they are removed. */
async function readOthers(calls: readonly Call[], ids: readonly string[]) {
  const answers: Record<string, string> = {};
  for (const one of calls) {
    if (one.roleRequest.method !== 'GET' || isNaming(ids, one)) continue;
    const { status, text } = await send(one);
    answers[`${one.call} ${one.roleRequest.path}`] = `${status} ${text}`;
  }
  return answers;
}

const changing =
  /"(?:storedBytes|silentInMs|deletingSessions)":\d+|(?<="cover":\{"tasks":\[\],"revision":\d+,)"at":"[^"]*"/g;

const counted = (answers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(answers).map(([call, text]) => [call, text.replace(changing, '')]),
  );

async function expectDeleted(calls: readonly Call[], ids: readonly string[]): Promise<void> {
  const named = calls.filter((one) => isNaming(ids, one));
  const wrong: unknown[] = [];
  for (const one of named) {
    const { status, text } = await send(one);
    // A list of several things leaves out those that are deleted.
    if (status === 404 || text === '[]') continue;
    wrong.push([one.call, one.roleRequest.path, status, text.slice(0, 100)]);
  }
  expect(wrong).toEqual([]);
  const deleted = await readOthers(calls, ids);
  for (const [call, text] of Object.entries(deleted)) {
    for (const id of ids) expect(text, call).not.toContain(id);
  }
  await jobHandlers(world.app.parts)['deleted.remove']({});
  expect(counted(await readOthers(calls, ids))).toEqual(counted(deleted));
  expect(named.length).toBeGreaterThan(10);
}

const idsOf = ({ _id, uploadId, userTimestamp }: Target['session']) => [
  _id,
  uploadId,
  userTimestamp,
];

describe('gone at once', () => {
  it('is a recording, one that runs too', async () => {
    const target = await newTarget();
    const { test, session, finished } = target;
    const calls = await callsAbout(target);
    for (const { userTimestamp } of [session, finished]) {
      const name = encodeURIComponent(userTimestamp);
      successBody(await world.owner.delete(`/api/tests/${test._id}/recording/x/y/${name}`));
    }
    await expectDeleted(calls, [...idsOf(session), ...idsOf(finished)]);
  });

  it('is a test, with what belongs to it', async () => {
    const target = await newTarget();
    const { test, session, finished } = target;
    const calls = await callsAbout(target);
    successBody(await world.owner.delete(`/api/tests/${test._id}/x/y`));
    await expectDeleted(calls, [test._id, test.uniqueId, ...idsOf(session), ...idsOf(finished)]);
  });

  it('is a workspace, for its participants and its team', async () => {
    const target = await newTarget();
    const { test, session, finished } = target;
    const calls = await callsAbout(target);
    await world.app.parts.db
      .updateTable('users')
      .set({ deletion_at: new Date(0) })
      .where('email', '=', 'roles-owner@example.com')
      .execute();
    await jobHandlers(world.app.parts)['accounts.delete-due']({});
    const ids = [test._id, test.uniqueId, ...idsOf(session), ...idsOf(finished)];
    const wrong: unknown[] = [];
    for (const one of calls.filter((one) => isNaming(ids, one))) {
      const { status } = await send(one);
      if (status !== 404 && !(one.role === 'owner' && status === 401))
        wrong.push([one.call, one.roleRequest.path, status]);
    }
    expect(wrong).toEqual([]);
  });
});
