// Reels: made of clips, ordered by two people at once, with title cards; a clip that is gone leaves its place.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isolateName } from '#contract/bidi-isolate.ts';
import type { Clip } from '#contract/clips.ts';
import type { Finding } from '#contract/findings.ts';
import type { Reel, ReelSummary } from '#contract/reels.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { bearer, recordSession } from '#testing/participant.ts';
import { joinTeam } from '#testing/team.ts';
import { listen } from '#testing/update-events.ts';

let app: TestApp;
let owner: TestClient;
let member: TestClient;
let test: Test;
let session: StartedSession;
let clips: Clip[];

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  member = await joinTeam(app, { owner, email: 'grace@example.com' });
  const figmaUrl = app.parts.samplePrototypeUrl;
  test = successBody(await owner.post('/api/tests', { name: 'T', task: 't', figmaUrl }));
  session = await recordSession(app.anyone, test, { name: 'First' });
  clips = [await newClip('A'), await newClip('B'), await newClip('C')];
});
afterAll(() => app.close());

const newClip = async (title: string, of = session) =>
  successBody<Clip>(
    await owner.post(`/api/recordings/${of._id}/clips`, { fromMs: 0, toMs: 1500, title }),
  );
const newReel = async (input: object = {}) =>
  successBody<Reel>(await owner.post(`/api/tests/${test._id}/reels`, { name: 'R', ...input }));
const read = async ({ id }: Reel) => successBody<Reel>(await owner.get(`/api/reels/${id}`));
const change = (client: TestClient, reel: Reel, items: readonly object[]) =>
  client.put(`/api/reels/${reel.id}`, { version: reel.version, name: reel.name, items });
const titles = ({ items }: Reel) =>
  items.map((item) => {
    if (item.kind === 'title') return item.text;
    return typeof item.clip === 'string' ? item.clip : item.clip.title;
  });

it('plays clips and title cards in their order, and says how long', async () => {
  const reel = await newReel({ clips: [clips[1]?.id, clips[0]?.id] });
  expect(titles(reel)).toEqual(['B', 'A']);
  const card = { id: crypto.randomUUID(), kind: 'title', text: 'First impressions' };
  const third = { id: crypto.randomUUID(), kind: 'clip', clipId: clips[2]?.id };
  const [b, a] = reel.items;
  const changed = successBody<Reel>(
    await change(member, reel, [card, a, third, b].map(createReel)),
  );
  expect(titles(changed)).toEqual(['First impressions', 'A', 'C', 'B']);
  expect(changed).toMatchObject({ version: 2, clips: 3, lengthMs: 3 * 1500 + 3000 });
  expect(changed.edited?.by?.id).not.toBe(changed.author?.id);
  const { reels } = successBody<{ reels: ReelSummary[] }>(
    await owner.get(`/api/tests/${test._id}/reels`),
  );
  const { items: _items, testId: _testId, ...summary } = changed;
  expect(reels.find(({ id }) => id === reel.id)).toEqual(summary);
});

/** An item as a change gives it. */
function createReel(item: object | undefined) {
  const { clip: _clip, ...rest } = { clip: null, ...item };
  return rest;
}

it('of two people who order it at once is the first one’s; the other sees both', async () => {
  const reel = await newReel({ clips: clips.map(({ id }) => id) });
  const [a, b, c] = reel.items.map(createReel);
  const saved = successBody<Reel>(await change(member, reel, [c, a, b].map(createReel)));
  const refused = await change(owner, reel, [b, c, a].map(createReel));
  expect(refused).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
  expect(titles(refused.body.present)).toEqual(['C', 'A', 'B']);
  // The client repeats a request whose answer was lost.
  expect(successBody(await change(member, reel, [c, a, b].map(createReel)))).toEqual(saved);
});

it('takes clips at its end whatever its version', async () => {
  const reel = await newReel();
  const add = (client: TestClient, clip: Clip | undefined) =>
    client.post(`/api/reels/${reel.id}/clips`, { clips: [clip?.id] });
  await Promise.all([add(owner, clips[0]), add(member, clips[1])]);
  const both = await read(reel);
  expect(titles(both).sort()).toEqual(['A', 'B']);
  expect(both.version).toBe(3);
});

it('keeps a place for a clip that is deleted, and for one whose recording is', async () => {
  const other = await recordSession(app.anyone, test, { name: 'Gone' });
  const [deleted, withIt] = [await newClip('Deleted'), await newClip('With it', other)];
  const reel = await newReel({ clips: [deleted.id, clips[0]?.id, withIt.id] });
  const path = `/api/tests/${test._id}/findings`;
  const evidence = [deleted, withIt].map(({ id }) => ({ kind: 'clip', clipId: id }));
  const finding = successBody<Finding>(await owner.post(path, { sentence: 'S', evidence }));
  const { message } = successBody<{ message: string }>(
    await owner.delete(`/api/clips/${deleted.id}?version=1`),
  );
  expect(message).toBe(
    `Clip deleted. It was in the reel ${isolateName('R')} and in a finding of the report.`,
  );
  const address = encodeURIComponent(other.userTimestamp);
  successBody(await owner.delete(`/api/tests/${test._id}/recording/x/y/${address}`));
  const now = await read(reel);
  expect(titles(now)).toEqual(['deleted', 'A', 'deleted']);
  expect(now).toMatchObject({ clips: 1, lengthMs: 1500 });
  const { findings } = successBody<{ findings: Finding[] }>(await owner.get(path));
  expect(findings.find(({ id }) => id === finding.id)?.evidence).toMatchObject([
    { clip: 'deleted' },
    { clip: 'deleted' },
  ]);
  // The clip's places can be moved and removed like any other.
  const [first, second, third] = now.items.map(createReel);
  const moved = successBody<Reel>(await change(owner, now, [third, second, first].map(createReel)));
  expect(titles(moved)).toEqual(['deleted', 'A', 'deleted']);
  const alone = successBody<Reel>(await change(owner, moved, [second].map(createReel)));
  expect(titles(alone)).toEqual(['A']);
});

it('says where a participant withdrew, also once nothing of the recording is left', async () => {
  const other = await recordSession(app.anyone, test, { name: 'Withdrawn' });
  const clip = await newClip('Theirs', other);
  const note = successBody<{ id: string }>(
    await owner.post(`/api/recordings/${other._id}/notes`, { atMs: 0, text: 'N' }),
  );
  const reel = await newReel({ clips: [clip.id] });
  const path = `/api/tests/${test._id}/findings`;
  const evidence = [
    { kind: 'clip', clipId: clip.id },
    { kind: 'note', noteId: note.id },
  ];
  const { id } = successBody<Finding>(await owner.post(path, { sentence: 'S', evidence }));
  const headers = bearer({ token: other.privateToken });
  successBody(await app.anyone.send('/api/my-recording', { method: 'DELETE', headers }));
  const expectWithdrawn = async () => {
    expect(titles(await read(reel))).toEqual(['withdrawn']);
    const { findings } = successBody<{ findings: Finding[] }>(await owner.get(path));
    const finding = findings.find((each) => each.id === id);
    expect(finding?.evidence).toMatchObject([{ clip: 'withdrawn' }, { note: 'withdrawn' }]);
  };
  await expectWithdrawn();
  await app.parts.db.deleteFrom('all_sessions').where('id', '=', other._id).execute();
  await expectWithdrawn();
});

it('takes no clip of another test, and no item twice', async () => {
  const figmaUrl = app.parts.samplePrototypeUrl;
  const elsewhere: Test = successBody(
    await owner.post('/api/tests', { name: 'Other', task: 't', figmaUrl }),
  );
  const foreign = await newClip(
    'Foreign',
    await recordSession(app.anyone, elsewhere, { name: 'Else' }),
  );
  const reel = await newReel({ clips: [clips[0]?.id] });
  const add = { id: crypto.randomUUID(), kind: 'clip', clipId: foreign.id };
  expect(await change(owner, reel, [add])).toMatchObject({ status: 400 });
  const [item] = reel.items.map(createReel);
  expect(await change(owner, reel, [item, item].map(createReel))).toMatchObject({ status: 400 });
  expect(await read(reel)).toEqual(reel);
});

it('open pages hear of each change', async () => {
  const stream = await listen(member);
  const hears = async (kind: string) => {
    await expect.poll(() => stream.changes).toContainEqual({ kind, testId: test._id });
    stream.changes.length = 0;
  };
  const reel = await newReel();
  await hears('reel.changed');
  successBody(await owner.post(`/api/reels/${reel.id}/clips`, { clips: [clips[0]?.id] }));
  await hears('reel.changed');
  successBody(await owner.delete(`/api/reels/${reel.id}?version=2`));
  await hears('reel.changed');
  successBody(await owner.post(`/api/tests/${test._id}/findings`, { sentence: 'S' }));
  await hears('finding.changed');
  stream.close();
  await stream.ended;
});
