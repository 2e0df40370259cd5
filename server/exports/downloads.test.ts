// Archives with videos, heatmaps and messages: whole, from any byte on, on two servers; and what must not be given.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Exported } from '#contract/exports.ts';
import type { SessionId } from '#contract/ids.ts';
import { EVENTS_MAX } from '#contract/limits.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { packSession } from '#server/events/packed-messages.db.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { storeMessages } from '#testing/messages.ts';
import { recordSession, sentHeatmap } from '#testing/participant.ts';
import { readCsv, readZip } from '#testing/read-zip.ts';
import { joinTeam } from '#testing/team.ts';
import { removeEndedExports } from './exports.service.ts';
import { prepareExport } from './prepare-export.ts';

const all = { names: false, videos: true, heatmaps: true, messages: true };

let app: TestApp;
let owner: TestClient;
beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());

/** A test with two recordings. */
async function newTest(): Promise<{ test: Test; sessions: StartedSession[] }> {
  const form = { name: 'Ünï / "test" 🌿', task: 't', figmaUrl: app.parts.samplePrototypeUrl };
  const test = successBody<Test>(await owner.post('/api/tests', form));
  const sessions = [
    await recordSession(app.anyone, test, { name: 'Ada' }),
    await recordSession(app.anyone, test, { name: 'Bo' }),
  ];
  return { test, sessions };
}

async function exportOf({ _id }: Test, takes = all): Promise<Exported> {
  const { id } = successBody<Exported>(await owner.post(`/api/tests/${_id}/exports`, takes));
  await prepareExport(app.parts, { exportId: id });
  return successBody<Exported>(await owner.get(`/api/exports/${id}`));
}

async function bytesOf({ id }: Exported, range?: string, from = owner): Promise<Buffer> {
  const headers = range ? { range } : {};
  const answer = await from.fetch(`/api/exports/${id}/archive`, { headers });
  return Buffer.from(await answer.arrayBuffer());
}

async function storedOf({ id }: Exported): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of app.parts.storage.list(`exports/${id}`)) keys.push(key);
  return keys;
}

describe('an archive', () => {
  it('has videos and heatmaps as they are downloaded alone', async () => {
    const { test, sessions } = await newTest();
    const exported = await exportOf(test);
    const archive = await bytesOf(exported);
    expect([exported.sizeBytes, exported.fileName]).toEqual([
      archive.length,
      expect.stringMatching(/^uni-test_\d{4}-\d\d-\d\d\.zip$/),
    ]);
    const files = await readZip(archive);
    const names = [...files.keys()];
    const [video] = names.filter((name) => name.startsWith('videos/001_'));
    expect(video).toMatch(/^videos\/001_\w+\.webm$/);
    const [first] = sessions;
    const path = `/api/recording_data/${test.uniqueId}/${test._id}/x/y/${first?.userTimestamp}`;
    const alone = Buffer.from(await (await owner.fetch(path)).arrayBuffer());
    expect(files.get(video ?? '')?.equals(alone)).toBe(true);
    const [heatmap] = names.filter((name) => name.startsWith('heatmaps/001_'));
    expect(files.get(heatmap ?? '')?.equals(sentHeatmap)).toBe(true);
    const head = await owner.fetch(`/api/exports/${exported.id}/archive`, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(archive.length));
  });

  it('goes on after a break, on another server too', async () => {
    const { test } = await newTest();
    const exported = await exportOf(test);
    const whole = await bytesOf(exported);
    const other = await startTestApp({ beside: app });
    try {
      for (const at of [1, 700, whole.length >> 1, whole.length - 30]) {
        const rest = await bytesOf(exported, `bytes=${at}-`, owner.at(other.origin));
        expect(rest.equals(whole.subarray(at))).toBe(true);
      }
    } finally {
      await other.close();
    }
    const middle = await owner.fetch(`/api/exports/${exported.id}/archive`, {
      headers: { range: 'bytes=10-19', 'if-range': `"${exported.id}"` },
    });
    expect([middle.status, middle.headers.get('content-range')]).toEqual([
      206,
      `bytes 10-19/${whole.length}`,
    ]);
    expect(Buffer.from(await middle.arrayBuffer()).equals(whole.subarray(10, 20))).toBe(true);
    const beyond = await owner.get(`/api/exports/${exported.id}/archive`, {
      range: `bytes=${whole.length}-`,
    });
    expect([beyond.status, beyond.body.code]).toEqual([416, 'range_not_satisfiable']);
    const changed = await owner.fetch(`/api/exports/${exported.id}/archive`, {
      headers: { range: 'bytes=10-19', 'if-range': '"another"' },
    });
    expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([200, whole.length]);
  });

  it('without a session has tables with their heads alone', async () => {
    const form = { name: 'Empty', task: 't', figmaUrl: app.parts.samplePrototypeUrl };
    const test = successBody<Test>(await owner.post('/api/tests', form));
    const files = await readZip(await bytesOf(await exportOf(test)));
    const tables = [...files].filter(([name]) => name.endsWith('.csv'));
    expect(tables.map(([name]) => name)).toContain('sessions.csv');
    for (const [, bytes] of tables) expect(bytes.toString()).toMatch(/^\ufeff[a-z_,]+\r\n$/);
    expect(files.get('raw.jsonl')?.length).toBe(0);
  });

  it('has what was said, as text and as captions', async () => {
    const { test, sessions } = await newTest();
    const segment = { startMs: 1000, endMs: 2000, text: 'Where is it? <b>', words: [] };
    await sql`INSERT INTO transcripts (session_id, test_id, workspace_id, state, run_id, segments, said)
      SELECT ${sessions[1]?._id}, id, workspace_id, 'ready', gen_random_uuid(), ${JSON.stringify([segment])}::jsonb,
        ${segment.text} FROM tests WHERE id = ${test._id}`.execute(app.parts.db);
    const files = await readZip(await bytesOf(await exportOf(test)));
    const names = [...files.keys()].filter((name) => name.startsWith('transcripts/'));
    expect(names).toEqual([
      expect.stringMatching(/^transcripts\/002_\w+\.txt$/),
      expect.stringMatching(/^transcripts\/002_\w+\.vtt$/),
    ]);
    expect(files.get(names[0] ?? '')?.toString()).toBe('[00:00:01] Where is it? <b>\n');
    expect(files.get(names[1] ?? '')?.toString()).toContain('&lt;b&gt;');
  });

  it('has notes and clips', async () => {
    const { test, sessions } = await newTest();
    const path = `/api/recordings/${sessions[0]?._id}`;
    successBody(await owner.post(`${path}/notes`, { atMs: 1200, text: '=1+1 "hm" #Search' }));
    successBody(await owner.post(`${path}/clips`, { fromMs: 0, toMs: 1500, title: 'Lost' }));
    const named = await readZip(await bytesOf(await exportOf(test, { ...all, names: true })));
    expect(readCsv(named.get('notes.csv'))).toMatchObject([
      { session: '1', at_ms: '1200', text: `'=1+1 "hm" #Search`, tags: 'search' },
    ]);
    expect(readCsv(named.get('notes.csv'))[0]?.created_by).toBe('Ada Lovelace');
    expect(readCsv(named.get('clips.csv'))).toMatchObject([
      { session: '1', from_ms: '0', to_ms: '1500', title: 'Lost' },
    ]);
    const unnamed = await readZip(await bytesOf(await exportOf(test)));
    for (const [name, bytes] of unnamed) {
      if (name.endsWith('.csv')) expect(bytes.toString()).not.toContain('Lovelace');
    }
  });

  it('gives its tables alone', async () => {
    const { test } = await newTest();
    const exported = await exportOf(test);
    const files = await readZip(await bytesOf(exported));
    for (const { name, sizeBytes } of exported.files) {
      const answer = await owner.fetch(`/api/exports/${exported.id}/files/${name}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([bytes.length, bytes.equals(files.get(name) ?? Buffer.alloc(0))]).toEqual([
        sizeBytes,
        true,
      ]);
    }
    const csv = await owner.fetch(`/api/exports/${exported.id}/files/sessions.csv`);
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="sessions.csv"');
    expect(readCsv(Buffer.from(await csv.arrayBuffer())).length).toBe(2);
    const { status } = await owner.get(`/api/exports/${exported.id}/files/other.csv`);
    expect(status).toBe(404);
  });

  it.each([['as they came'], ['packed']])('has 20,000 messages of a session, %s', async (how) => {
    const { test, sessions } = await newTest();
    const id = sessions[0]?._id as SessionId;
    const { db } = app.parts;
    const data = (seq: number) => `{"n":${seq},"text":"a\\nb","odd":"\u2028"}`;
    const messages = Array.from({ length: EVENTS_MAX }, (_, seq) => ({
      seq,
      atMs: seq,
      type: 'NEW_STATE',
      data: data(seq),
    }));
    await storeMessages(db, id, messages);
    if (how === 'packed') await packSession(db, id);
    const files = await readZip(await bytesOf(await exportOf(test)));
    const lines = files.get('raw.jsonl')?.toString().trimEnd().split('\n') ?? [];
    const read = lines.map((line) => JSON.parse(line)).filter(({ session }) => session === 1);
    expect(read.length).toBe(EVENTS_MAX);
    expect(read.at(-1)).toEqual({
      session: 1,
      seq: EVENTS_MAX - 1,
      atMs: EVENTS_MAX - 1,
      type: 'NEW_STATE',
      data: JSON.parse(data(EVENTS_MAX - 1)),
    });
  });
});

describe('nothing is given', () => {
  it('of an export with a recording that is deleted, and nothing of it is kept', async () => {
    const { test, sessions } = await newTest();
    const exported = await exportOf(test);
    const answer = await owner.fetch(`/api/exports/${exported.id}/archive`);
    await answer.body?.cancel();
    const [first] = sessions;
    successBody(await owner.delete(`/api/tests/${test._id}/recording/x/y/${first?.userTimestamp}`));
    const range = { range: 'bytes=100-' };
    const refused = await owner.get(`/api/exports/${exported.id}/archive`, range);
    expect([refused.status, refused.body.code]).toEqual([410, 'export_over']);
    const table = await owner.get(`/api/exports/${exported.id}/files/sessions.csv`);
    expect([table.status, table.body.code]).toEqual([410, 'export_over']);
    const { body } = await owner.get(`/api/exports/${exported.id}`);
    expect(body).toMatchObject({ state: 'over', files: [], sessions: null, sizeBytes: null });
    await app.parts.storage.deleteAll(...(await queuedPrefixes()));
    expect(await storedOf(exported)).toEqual([]);
  });

  it('of it on an open page, which reads so at once', async () => {
    const { test, sessions } = await newTest();
    const exported = await exportOf(test);
    const [first] = sessions;
    successBody(await owner.delete(`/api/tests/${test._id}/recording/x/y/${first?.userTimestamp}`));
    const { body } = await owner.get(`/api/exports/${exported.id}`);
    expect([body.state, body.files]).toEqual(['over', []]);
    expect(await queuedPrefixes()).toContain(`exports/${exported.id}`);
  });

  it('of it either when no one asks: the job ends it', async () => {
    const { test, sessions } = await newTest();
    const exported = await exportOf(test);
    const [first] = sessions;
    successBody(await owner.delete(`/api/tests/${test._id}/recording/x/y/${first?.userTimestamp}`));
    await removeEndedExports(app.parts);
    expect(await queuedPrefixes()).toContain(`exports/${exported.id}`);
    expect((await owner.get(`/api/exports/${exported.id}`)).body.state).toBe('over');
  });

  it('of a deleted test', async () => {
    const { test } = await newTest();
    const exported = await exportOf(test);
    successBody(await owner.delete(`/api/tests/${test._id}/x/y`));
    const refused = await owner.get(`/api/exports/${exported.id}/archive`);
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
    await removeEndedExports(app.parts);
    expect(await queuedPrefixes()).toContain(`exports/${exported.id}`);
  });

  it('after a day', async () => {
    const { test } = await newTest();
    const exported = await exportOf(test);
    await app.parts.db
      .updateTable('exports')
      .set({ made_at: new Date(Date.now() - 24 * 3_600_000 - 1000) })
      .where('id', '=', exported.id)
      .execute();
    await removeEndedExports(app.parts);
    expect((await owner.get(`/api/exports/${exported.id}`)).status).toBe(404);
    expect(await queuedPrefixes()).toContain(`exports/${exported.id}`);
  });

  it('of one that is cancelled while it is made', async () => {
    const { test } = await newTest();
    const { id } = successBody<Exported>(await owner.post(`/api/tests/${test._id}/exports`, all));
    const early = await owner.get(`/api/exports/${id}/archive`);
    expect([early.status, early.body.code]).toEqual([409, 'export_not_ready']);
    const second = await owner.post(`/api/tests/${test._id}/exports`, all);
    expect([second.status, second.body.code]).toEqual([409, 'export_running']);
    successBody(await owner.delete(`/api/exports/${id}`));
    await prepareExport(app.parts, { exportId: id });
    expect((await owner.get(`/api/exports/${id}`)).status).toBe(404);
    successBody(await owner.post(`/api/tests/${test._id}/exports`, all));
    await app.parts.db.deleteFrom('exports').execute();
  });

  it('of names to a viewer', async () => {
    const { test } = await newTest();
    const named = await exportOf(test, { ...all, names: true });
    const email = 'viewer@example.com';
    const viewer = await joinTeam(app, { owner, email, role: 'viewer' });
    expect((await viewer.get(`/api/exports/${named.id}`)).status).toBe(404);
    const path = `/api/tests/${test._id}/exports`;
    const response = await viewer.post(path, { ...all, names: true });
    expect([response.status, response.body.code]).toEqual([403, 'member_only']);
    const own = successBody<Exported>(await viewer.post(path, all));
    await prepareExport(app.parts, { exportId: own.id });
    const bytes = await bytesOf(own, undefined, viewer);
    const [row] = readCsv((await readZip(bytes)).get('sessions.csv'));
    expect(row).not.toHaveProperty('participant');
  });
});

/** Prefixes of stored objects whose removal is queued. */
async function queuedPrefixes(): Promise<string[]> {
  const { rows } = await sql<{
    prefix: string;
  }>`SELECT jsonb_array_elements_text(data -> 'prefixes') AS prefix
    FROM pgboss.job WHERE name = 'objects.delete'`.execute(app.parts.db);
  return rows.map(({ prefix }) => prefix);
}
