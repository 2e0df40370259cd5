// Events that webhooks receive, their time and their content; on the real app.
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { SessionId } from '#contract/ids.ts';
import type { Test } from '#contract/tests.ts';
import { webhookPayload } from '#contract/webhooks.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { successBody } from '#testing/client.ts';
import { begin, end, recordMessages } from '#testing/messages.ts';
import { bearer, recordSession, sendPiece, sentVideo, startSession } from '#testing/participant.ts';
import { isSignedBy, WebhookStage } from '#testing/webhook-stage.ts';
import { emit } from './emit.flow.ts';

const stage = new WebhookStage();

describe('events', () => {
  it('session.finished has ids and links alone, and an API key reads more', async () => {
    const { webhook, secret } = await stage.newWebhook();
    const session = await recordSession(stage.app.anyone, stage.test, { name: 'Grace Hopper' });
    await stage.run(webhook._id);
    const [delivery] = stage.receiver.received;
    expect(webhookPayload.parse(delivery?.body)).toEqual(delivery?.body);
    expect(delivery?.body).toMatchObject({
      type: 'session.finished',
      data: { testId: stage.test._id, sessionId: session._id, number: 1, endedEarly: false },
    });
    expect(delivery?.text).not.toMatch(/Grace|Hopper|Acme|Shop/);
    expect(delivery && isSignedBy(secret, delivery)).toBe(true);
    const input = { name: 'k', scope: 'read', days: 1 };
    const { key } = successBody<{ key: string }>(
      await stage.owner.post('/api/workspaces/current/api-keys', input),
    );
    const { links } = delivery?.body.data ?? {};
    const { recording } = z.object({ recording: z.string() }).parse(links);
    const read = await stage.app.anyone.get(recording.slice(stage.app.origin.length), {
      authorization: `Bearer ${key}`,
    });
    expect(read.body.items).toMatchObject([{ id: session._id }]);
  });

  it('session.finished of several tasks has the same fields, and its link answers the result of each task', async () => {
    const { figmaUrl } = stage.form();
    const tasks = ['Find', 'Pay', 'Look'].map((task) => ({ kind: 'task', task, figmaUrl }));
    const study = successBody<Test>(
      await stage.owner.post('/api/tests', { ...stage.form(), task: 'Find', steps: tasks }),
    );
    const { webhook } = await stage.newWebhook();
    const messages = [begin(100, 1), end(900, 1), begin(1000, 2), end(1900, 2, 'stuck')];
    await recordMessages(stage.app, study, messages);
    await stage.run(webhook._id);
    const { data } = stage.receiver.received[0]?.body ?? {};
    const fields = ['endedEarly', 'links', 'number', 'sessionId', 'testId'];
    expect(Object.keys(data ?? {}).toSorted()).toEqual(fields);
    const { recording } = z.object({ recording: z.string() }).parse(data?.links);
    const { body } = await stage.owner.get(recording.slice(stage.app.origin.length));
    expect(body.items[0]).toMatchObject({
      tasks: 3,
      runs: [
        { step: 1, position: 1, ended: 'done' },
        { step: 2, position: 2, ended: 'stuck' },
      ],
    });
  });

  it('of a participant who vanished says so', async () => {
    const { webhook } = await stage.newWebhook();
    const session = await startSession(stage.app.anyone, stage.test);
    successBody(await sendPiece(stage.app.anyone, session, { offset: 0, bytes: sentVideo }));
    successBody(
      await stage.app.anyone.send(`/api/sessions/${session._id}/abandon`, {
        method: 'POST',
        headers: bearer(session),
      }),
    );
    await stage.run(webhook._id);
    expect(stage.receiver.received[0]?.body.data.endedEarly).toBe(true);
  });

  it('transcript.ready comes from where transcripts are stored', async () => {
    const { webhook } = await stage.newWebhook(['transcript.ready']);
    const { _id } = await recordSession(stage.app.anyone, stage.test, { name: 'Any' });
    const event = {
      type: 'transcript.ready' as const,
      sessionId: _id as SessionId,
      state: 'ready' as const,
    };
    await stage.app.parts.db.transaction().execute((db) => emit(stage.app.parts, db, event));
    await stage.run(webhook._id);
    expect(stage.types()).toEqual(['transcript.ready']);
  });

  it('are not told when what makes them true is rolled back [2.3.3]', async () => {
    const { webhook } = await stage.newWebhook();
    const event = {
      type: 'test.closed' as const,
      testId: stage.test._id,
      because: 'hand' as const,
    };
    const undone = stage.app.parts.db.transaction().execute(async (db) => {
      await emit(stage.app.parts, db, event);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect((await stage.logOf(webhook)).items).toEqual([]);
  });

  it('go to those that ask for them, of this workspace', async () => {
    const { webhook } = await stage.newWebhook(['test.closed']);
    const stranger = await stage.app.signIn(`${crypto.randomUUID()}@example.com`, { company: 'B' });
    const theirs = successBody<Test>(await stranger.post('/api/tests', stage.form()));
    await recordSession(stage.app.anyone, stage.test, { name: 'Any' });
    successBody(await stranger.put(`/api/tests/${theirs._id}/settings`, { isClose_test: true }));
    await stage.run(webhook._id);
    expect(stage.receiver.received).toEqual([]);
  });
});

describe('test.closed', () => {
  const closings = () =>
    stage.receiver.received
      .filter(({ body }) => body.type === 'test.closed')
      .map(({ body }) => body.data.because);

  it('by hand: once, and again after it was open', async () => {
    const { webhook } = await stage.newWebhook();
    await stage.save({ isClose_test: true });
    await stage.save({ isClose_test: true, duplicate: false });
    await stage.save({ isClose_test: false });
    await stage.save({ isClose_test: true });
    await stage.run(webhook._id);
    expect(closings()).toEqual(['hand', 'hand']);
  });

  it('by its date, which comes without a call', async () => {
    const { webhook } = await stage.newWebhook();
    await sql`UPDATE tests SET close_date = now() - interval '1 minute' WHERE id = ${stage.test._id}`.execute(
      stage.app.parts.db,
    );
    const settle = jobHandlers(stage.app.parts)['tests.settle-closed'];
    await Promise.all([settle({}), settle({})]);
    await settle({});
    await stage.run(webhook._id);
    expect(closings()).toEqual(['date']);
  });

  it('by its limit, once the last session is finished', async () => {
    const { webhook } = await stage.newWebhook();
    await stage.save({ number_of_submission: 2 });
    const waiting = await startSession(stage.app.anyone, stage.test);
    await recordSession(stage.app.anyone, stage.test, { name: 'First' });
    await stage.run(webhook._id);
    expect(closings()).toEqual([]);
    successBody(await sendPiece(stage.app.anyone, waiting, { offset: 0, bytes: sentVideo }));
    successBody(
      await stage.app.anyone.send(`/api/sessions/${waiting._id}/abandon`, {
        method: 'POST',
        headers: bearer(waiting),
      }),
    );
    await stage.run(webhook._id);
    expect(closings()).toEqual(['limit']);
  });

  it('by its limit, when the last two finish at once', async () => {
    const { webhook } = await stage.newWebhook();
    await stage.save({ number_of_submission: 2 });
    await Promise.all(
      [1, 2].map((name) => recordSession(stage.app.anyone, stage.test, { name: `P${name}` })),
    );
    await stage.run(webhook._id);
    expect(closings()).toEqual(['limit']);
  });
});
