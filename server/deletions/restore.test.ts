// A deletion hides its thing from members and visitors at once; within some minutes an undo restores it in every place.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '#contract/findings.ts';
import type { ReelId } from '#contract/ids.ts';
import type { Restorable } from '#contract/restorable.ts';
import type { ViewedThing } from '#contract/view-links.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { openAsVisitor, share } from '#testing/visitor.ts';
import { type BusyTest, makeBusyTest, writes } from '#testing/writing-calls.ts';

let app: TestApp;
let owner: TestClient;
let stranger: TestClient;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  stranger = await app.signIn('stranger@example.com', { company: 'Other' });
});
afterAll(() => app.close());

const removeDue = () => jobHandlers(app.parts)['deleted.remove']({});

/** Makes deletions older. */
async function passMinutes(minutes: number): Promise<void> {
  for (const table of ['notes', 'clips', 'findings', 'finding_evidence']) {
    await sql`UPDATE ${sql.table(`all_${table}`)}
      SET deleted_at = deleted_at - make_interval(mins => ${minutes})`.execute(app.parts.db);
  }
}

interface Case {
  kind: Restorable['kind'];
  /** Returns the id of the thing and the address that deletes it. */
  thing: (busy: BusyTest) => { id: string; path: string };
}

const cases: Case[] = [
  { kind: 'note', thing: ({ noteId: id }) => ({ id, path: `/api/notes/${id}?version=1` }) },
  {
    kind: 'clip',
    thing: ({ clips: [id = ''] }) => ({ id, path: `/api/clips/${id}?version=1` }),
  },
  {
    kind: 'finding',
    thing: ({ finding: { id } }) => ({ id, path: `/api/findings/${id}?version=1` }),
  },
  {
    kind: 'evidence',
    thing: ({ finding }) => {
      const id = finding.evidence[1]?.id ?? '';
      return { id, path: `/api/findings/${finding.id}/evidence/${id}` };
    },
  },
];

/** An undo of removed evidence is another version of its finding, and a cover has the time of its answer. */
const changing = /"(?:edited|version|at)":(?:\{[^}]*\}[^}]*\}|"[^"]*"|\w+)/g;

/** Returns functions that read everything that shows notes, clips and findings, as the team and as visitors. */
async function readers({ test, running, reel, clips }: BusyTest) {
  const ofTest = `/tests/${test._id}`;
  const visitorPaths: [ViewedThing, string][] = [
    [{ kind: 'report' }, `${ofTest}/report`],
    [{ kind: 'reel', reelId: reel.id as ReelId }, `/reels/${reel.id}`],
    [{ kind: 'results' }, `/recordings/${running._id}/notes`],
    [{ kind: 'clip', clipId: clips[0] as never }, `/clips/${clips[0]}`],
  ];
  const visitors = await Promise.all(
    visitorPaths.map(async ([thing, path]) => {
      const { token } = await share(owner, test._id, { thing });
      const visitor = await openAsVisitor(app.origin, token);
      return async () => await (await visitor.get(path)).text();
    }),
  );
  const lists = ['notes', 'clips', 'notes/choices', 'clips/choices', 'reels', 'findings', 'report'];
  const paths = [
    ...lists.map((list) => `/api${ofTest}/${list}`),
    `/api/reels/${reel.id}`,
    `/api/recordings/${running._id}/notes`,
  ];
  return {
    team: async () => {
      const answers = await Promise.all(paths.map(async (path) => (await owner.get(path)).body));
      return JSON.stringify(answers).replace(changing, '');
    },
    visitors: async () =>
      (await Promise.all(visitors.map((read) => read()))).map((text) => text.replace(changing, '')),
  };
}

describe.each(cases)('the deletion of a $kind', ({ kind, thing }) => {
  it('hides it from members and visitors at once, and an undo restores it in every place', async () => {
    const busy = await makeBusyTest({ app, owner }, null);
    const { id, path } = thing(busy);
    const { team, visitors } = await readers(busy);
    const before = [await team(), await visitors()];
    expect(JSON.stringify(before)).toContain(id);
    successBody(await owner.delete(path));
    expect(await team()).not.toContain(`"${id}"`);
    expect((await visitors()).filter((text) => text.includes(`"${id}"`))).toEqual([]);
    const restored = `/api/tests/${busy.test._id}/restore`;
    await passMinutes(4);
    await removeDue();
    expect((await stranger.post(restored, { kind, id })).status).toBe(404);
    successBody(await owner.post(restored, { kind, id }));
    expect([await team(), await visitors()]).toEqual(before);
    expect((await owner.post(restored, { kind, id })).status).toBe(404);
  });

  it('is final after some minutes, and only for its own test', async () => {
    const busy = await makeBusyTest({ app, owner }, null);
    const { id, path } = thing(busy);
    successBody(await owner.delete(path));
    const other = await makeBusyTest({ app, owner }, null);
    const elsewhere = await owner.post(`/api/tests/${other.test._id}/restore`, { kind, id });
    expect(elsewhere.status).toBe(404);
    await passMinutes(6);
    await removeDue();
    const late = await owner.post(`/api/tests/${busy.test._id}/restore`, { kind, id });
    expect(late.status).toBe(404);
  });
});

it('a withdrawal marks the place of a clip that was just deleted, and its undo shows nothing', async () => {
  const busy = await makeBusyTest({ app, owner }, null);
  const [clipId] = busy.clips;
  successBody(await owner.delete(`/api/clips/${clipId}?version=1`));
  expect((await writes['myRecording.withdraw']?.(busy))?.status).toBe(200);
  const body = { kind: 'clip', id: clipId };
  await owner.post(`/api/tests/${busy.test._id}/restore`, body);
  expect((await owner.get(`/api/clips/${clipId}`)).status).toBe(404);
  const { findings } = successBody<{ findings: Finding[] }>(
    await owner.get(`/api/tests/${busy.test._id}/findings`),
  );
  expect(findings[0]?.evidence[0]).toMatchObject({ kind: 'clip', clip: 'withdrawn' });
});
