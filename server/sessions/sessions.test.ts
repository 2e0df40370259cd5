// sessions.*: the link, places of the limit, repeat rule, raw messages, abandon; on the real app.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import { EMPTY_SESSION_MS } from '#contract/limits.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { createTest } from '#testing/create-test.ts';
import { quietMessages, storeMessages } from '#testing/messages.ts';
import { closeQuietSessions } from './sessions.service.ts';

let app: TestApp;
let owner: TestClient;
let test: { _id: string; uniqueId: string };

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());
beforeEach(async () => {
  test = await createTest(app, owner, { name: 'Shop', task: 'Buy' });
});

function start(name = 'Ada', browserKey?: string) {
  return app.anyone.post(`/api/link/${test.uniqueId}/sessions`, { name, browserKey });
}

function settings(body: object) {
  return owner.put(`/api/tests/${test._id}/settings`, body);
}

function bearer(token: string) {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}

describe('sessions.link', () => {
  it('shows the test and how to embed it, and nothing of the workspace', async () => {
    const { body } = await app.anyone.get(`/api/link/${test.uniqueId}`);
    expect(Object.keys(body.test).sort()).toEqual([
      '_id',
      'company',
      'figmaUrl',
      'name',
      'task',
      'uniqueId',
    ]);
    expect(body.state).toBe('open');
    expect(body.embed).toMatchObject({ kind: 'prototype', startNodeId: '1:2' });
    const src = new URL(body.embed.src);
    expect(src.searchParams.get('scaling')).toBe('scale-down-width');
    expect(src.searchParams.get('hide-ui')).toBe('1');
    expect(src.searchParams.get('embed-host')).toBe('127.0.0.1');
  });

  it('knows no other link', async () => {
    expect((await app.anyone.get('/api/link/AAAAAAAAAAAAAAAAAAAAAA')).status).toBe(404);
    expect((await app.anyone.get('/api/link/short')).status).toBe(404);
  });
});

describe('sessions.start', () => {
  it('lets exactly as many in as the limit says, started at once [2.3.2, 2.3.4]', async () => {
    await settings({ number_of_submission: 10 });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => start(`P${i}`)));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(answers.filter((answer) => answer.body.code === 'test_full')).toHaveLength(40);
    expect((await app.anyone.get(`/api/link/${test.uniqueId}`)).body.state).toBe('full');
  });

  it('gives later ones the next free millisecond', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => start()));
    const names = answers.map((answer) => answer.body.session.userTimestamp);
    expect(new Set(names).size).toBe(20);
  });

  it('refuses when closed by hand', async () => {
    await settings({ isClose_test: true });
    expect((await start()).body.code).toBe('test_closed');
  });

  it('refuses an empty name with its text', async () => {
    expect((await start('  ')).body.fields).toEqual({ name: 'Name is required' });
  });
});

describe('sessions.events', () => {
  const event = (seq: number) => ({ seq, atMs: seq * 10, type: 'INITIAL_LOAD', data: {} });
  const newSender = async () => {
    const { session } = (await start()).body;
    const send = (events: object[]) =>
      app.anyone.send(`/api/sessions/${session._id}/events`, {
        method: 'POST',
        headers: bearer(session.token),
        body: JSON.stringify({ events }),
      });
    return { send, id: session._id as string };
  };

  it('stores each message once and answers how many are in without a gap', async () => {
    const { send } = await newSender();
    expect((await send([event(0), event(1)])).body).toEqual({ stored: 2, full: false });
    expect((await send([event(1), event(3)])).body).toEqual({ stored: 2, full: false });
    expect((await send([event(2)])).body).toEqual({ stored: 4, full: false });
    const strange = { ...event(4), data: { text: 'nul \u0000 and half \ud800' } };
    expect((await send([strange])).body).toEqual({ stored: 5, full: false });
  });

  it('counts the same whatever is stored, and those that come at once', async () => {
    const { send, id } = await newSender();
    for (const seq of [0, 1, 2]) await send([event(seq)]);
    const { db } = app.parts;
    await db
      .deleteFrom('session_messages')
      .where('session_id', '=', id as SessionId)
      .execute();
    expect((await send([])).body.stored).toBe(3);
    await Promise.all(Array.from({ length: 20 }, (_, at) => send([event(3 + at)])));
    expect((await send([])).body.stored).toBe(23);
  });

  it('finds what an earlier version stored of a session that goes on', async () => {
    const { send, id } = await newSender();
    const { db } = app.parts;
    await storeMessages(db, id as SessionId, quietMessages(5000));
    const session = db.updateTable('sessions').where('id', '=', id as SessionId);
    await session.set({ received_messages: null }).execute();
    expect((await send([event(4999), event(5000)])).body).toEqual({ stored: 5001, full: false });
    expect((await send([])).body.stored).toBe(5001);
  });

  it("takes its own session's token alone", async () => {
    const [a, b] = [(await start()).body.session, (await start()).body.session];
    const send = (token?: string) =>
      app.anyone.send(`/api/sessions/${a._id}/events`, {
        method: 'POST',
        headers: { ...bearer(token ?? ''), ...(token ? {} : { authorization: '' }) },
        body: JSON.stringify({ events: [] }),
      });
    expect((await send(b.token)).status).toBe(404);
    expect((await send(`${a._id}.${'A'.repeat(43)}`)).status).toBe(401);
    expect((await send()).status).toBe(401);
    const scheme = await app.anyone.send(`/api/sessions/${a._id}/events`, {
      method: 'POST',
      headers: { ...bearer(''), authorization: `bearer ${a.token}` },
      body: JSON.stringify({ events: [] }),
    });
    expect(scheme.status).toBe(200);
  });
});

describe('sessions.abandon and quiet sessions', () => {
  it('gives the place of a session that recorded nothing back', async () => {
    await settings({ number_of_submission: 1 });
    const { session } = (await start()).body;
    expect((await start()).status).toBe(409);
    const answer = await app.anyone.send(`/api/sessions/${session._id}/abandon`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}` },
    });
    expect(answer.status).toBe(200);
    expect((await start()).status).toBe(201);
  });

  it('does the same for one that has been quiet for long', async () => {
    await settings({ number_of_submission: 1 });
    const { session } = (await start()).body;
    await closeQuietSessions(app.parts);
    expect((await start()).status).toBe(409);
    await app.parts.db
      .updateTable('recordings')
      .set({ last_piece_at: new Date(Date.now() - EMPTY_SESSION_MS - 1000) })
      .where('session_id', '=', session._id)
      .execute();
    await closeQuietSessions(app.parts);
    expect((await start()).status).toBe(201);
  });
});
