// Links for a report, a reel and a clip: they show stretches of recordings as files of their own, and nothing of the rest.
import { describe, expect, it } from 'vitest';
import type { Clip } from '#contract/clips.ts';
import type { Report } from '#contract/findings.ts';
import type { Reel } from '#contract/reels.ts';
import { NO_SHARE_ID, type ViewedThing } from '#contract/view-links.ts';
import { successBody } from '#testing/client.ts';
import { bearer } from '#testing/participant.ts';
import { cited, codeOf, sharedTest } from '#testing/shared-test.ts';
import { open, type Visitor } from '#testing/visitor.ts';

const s = sharedTest();
type Cited = Awaited<ReturnType<typeof cited>>;

/** Each kind, its link's thing, and the one call that answers it. */
const kinds: [ViewedThing['kind'], (of: Cited) => ViewedThing, (of: Cited) => string][] = [
  ['report', () => ({ kind: 'report' }), () => `/tests/${s.test._id}/report`],
  ['reel', ({ reel }) => ({ kind: 'reel', reelId: reel.id }), ({ reel }) => `/reels/${reel.id}`],
  ['clip', ({ clip }) => ({ kind: 'clip', clipId: clip.id }), ({ clip }) => `/clips/${clip.id}`],
];
const video = ({ id }: { id: string }) => `/clips/${id}/video`;
const sizeOf = async (answer: Response) => (await answer.arrayBuffer()).byteLength;
const statusOf = async (visitor: Visitor, path: string) => (await visitor.get(path)).status;
const stampOf = async (visitor: Visitor) => (await (await visitor.get('')).json()).stamp;
const versioned = ({ id, version }: { id: string; version: number }) => `${id}?version=${version}`;
const withdraw = () =>
  s.app.anyone.send('/api/my-recording', {
    method: 'DELETE',
    headers: bearer({ token: s.recorded.session.privateToken }),
  });

describe.each(kinds)('a visitor of a %s', (kind, thingOf, pathOf) => {
  it('gets it without names, addresses of people, share ids or pictures of the rest', async () => {
    const of = await cited(s, 'of=people&text=Grace');
    const visitor = await s.visit((await s.share(thingOf(of))).token);
    const answer = await visitor.get(pathOf(of));
    expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, 'noindex, nofollow']);
    const text = await answer.text();
    expect(text).toContain('Looks for the cart');
    expect(text).toContain('Participant 1');
    expect(text).toContain('"posterUrl":null');
    expect(text).toContain('"still":null');
    for (const secret of ['Grace', 'owner@', s.test.uniqueId, '/proto/', '/api/', 'text=']) {
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    }
    const named = await s.visit((await s.share(thingOf(of), { withNames: true })).token);
    expect(await (await named.get(pathOf(of))).text()).toContain('Grace');
  });

  it('gets the bytes of the clip, in ranges, and no way to those of the rest', async () => {
    const of = await cited(s);
    const visitor = await s.visit((await s.share(thingOf(of))).token);
    const whole = await s.owner.fetch(
      `/api/recording_data/${s.place().replace(NO_SHARE_ID, s.test.uniqueId)}`,
    );
    const team = await s.owner.fetch(`/api${video(of.clip)}`);
    const response = await visitor.get(video(of.clip));
    expect(response.headers.get('clip-early-ms')).toBe('481');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes).toEqual(Buffer.from(await team.arrayBuffer()));
    expect([whole.status, bytes.length < (await sizeOf(whole)) * 0.8]).toEqual([200, true]);
    const part = await visitor.get(video(of.clip), { range: 'bytes=100-199' });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([
      206,
      bytes.subarray(100, 200),
    ]);
    const { sessionId } = s.recorded;
    const refused = [
      ...[`/recording_data/${s.place()}`, `/tests/${s.place()}`],
      ...['poster', 'poster?at=1', 'stills/0', 'heatmaps/1:2', 'notes', 'clips', 'transcript'].map(
        (rest) => `/recordings/${sessionId}/${rest}`,
      ),
      ...['overview', 'results', 'recordings', 'clips', 'notes', 'findings', 'reels'].map(
        (rest) => `/tests/${s.test._id}/${rest}`,
      ),
      `/tests/${s.test._id}/report/numbers`,
      ...kinds.filter(([other]) => other !== kind).map(([, , path]) => path(of)),
      `${video(of.clip)}?download=1`,
      `/reels/${of.reel.id}/download`,
    ];
    const statuses = await Promise.all(refused.map((path) => statusOf(visitor, path)));
    expect(refused.filter((_, at) => statuses[at] !== 404)).toEqual([]);
    for (const path of [`/recording_data/${s.place()}`, video(of.clip)]) {
      const answer = await fetch(`${s.app.origin}/api${path}`, {
        headers: { cookie: visitor.cookie },
      });
      expect([path, answer.status]).toEqual([path, 401]);
    }
  });

  it('reaches no other clip, of the same recording or of another test', async () => {
    const of = await cited(s);
    const visitor = await s.visit((await s.share(thingOf(of))).token);
    const clips = `/api/recordings/${s.recorded.sessionId}/clips`;
    const beside = successBody<Clip>(await s.owner.post(clips, { fromMs: 0, toMs: 1500 }));
    s.test = await s.newTest('Other');
    s.recorded = await s.record('Alan');
    const theirs = await cited(s);
    for (const path of [video(beside), `/clips/${beside.id}`, video(theirs.clip), pathOf(theirs)]) {
      expect([path, await statusOf(visitor, path)]).toEqual([path, 404]);
    }
  });

  it('loses a deleted clip at once, and an open page hears of it', async () => {
    const of = await cited(s);
    const visitor = await s.visit((await s.share(thingOf(of))).token);
    const stamp = await stampOf(visitor);
    expect(await statusOf(visitor, video(of.clip))).toBe(200);
    successBody(await s.owner.delete(`/api/clips/${versioned(of.clip)}`));
    expect(await statusOf(visitor, video(of.clip))).toBe(kind === 'clip' ? 410 : 404);
    if (kind === 'clip') return;
    expect(await stampOf(visitor)).not.toBe(stamp);
    expect(await (await visitor.get(pathOf(of))).text()).toContain('"clip":"deleted"');
  });

  it('reads that the participant withdrew, in the place of the recording', async () => {
    const of = await cited(s);
    const { token, viewLink } = await s.share(thingOf(of));
    const visitor = await s.visit(token);
    const stamp = await stampOf(visitor);
    successBody(await withdraw());
    const answer = await visitor.get(pathOf(of));
    expect(await statusOf(visitor, video(of.clip))).toBe(kind === 'clip' ? 410 : 404);
    if (kind !== 'clip') {
      expect(await stampOf(visitor)).not.toBe(stamp);
      expect(await answer.text()).toContain('"clip":"withdrawn"');
      return;
    }
    expect((await answer.json()).message).toMatch(/^This participant withdrew\./);
    const [listed] = (await s.owner.get('/api/view-links')).body;
    expect(listed).toMatchObject({ _id: viewLink._id, state: 'withdrawn', thing: null });
  });
});

it('a clip that is taken out of a reel or a finding is gone from its link, as is what is deleted', async () => {
  const { clip, reel, finding } = await cited(s);
  const ofReel = await s.visit((await s.share({ kind: 'reel', reelId: reel.id })).token);
  const ofReport = await s.visit((await s.share({ kind: 'report' })).token);
  const stamps = [await stampOf(ofReel), await stampOf(ofReport)];
  const { id, version, name } = reel;
  const emptied = successBody<Reel>(
    await s.owner.put(`/api/reels/${id}`, { version, name, items: [] }),
  );
  const { sentence, text, evidence } = finding;
  const remainingIds = evidence.slice(1).map((each) => each.id);
  const body = { version: finding.version, sentence, text, evidence: remainingIds };
  const changed = successBody<typeof finding>(
    await s.owner.put(`/api/findings/${finding.id}`, body),
  );
  expect(await statusOf(ofReel, video(clip))).toBe(404);
  expect(await statusOf(ofReport, video(clip))).toBe(404);
  expect(
    [await stampOf(ofReel), await stampOf(ofReport)].filter((x, at) => x === stamps[at]),
  ).toEqual([]);
  successBody(await s.owner.delete(`/api/findings/${versioned(changed)}`));
  const report: Report = await (await ofReport.get(`/tests/${s.test._id}/report`)).json();
  expect(report.findings).toEqual([]);
  successBody(await s.owner.delete(`/api/reels/${versioned(emptied)}`));
  expect(await codeOf(await ofReel.get(`/reels/${id}`))).toEqual([410, 'link_expired']);
});

it('files are given where downloads are switched on', async () => {
  const { clip, reel } = await cited(s);
  const more = { withDownloads: true };
  const ofReel = await s.visit((await s.share({ kind: 'reel', reelId: reel.id }, more)).token);
  const file = await ofReel.get(`${video(clip)}?download=1`);
  expect(file.headers.get('content-disposition')).toContain('001_Looks-for-the-cart.webm');
  const archive = await ofReel.get(`/reels/${reel.id}/download`);
  expect([archive.status, archive.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(await sizeOf(archive)).toBeGreaterThan(await sizeOf(file));
});

it('a link says of a deleted recording that it was deleted, of a withdrawn one who did it', async () => {
  const withdrawn = await s.shareRecording();
  successBody(await withdraw());
  s.recorded = await s.record('Alan');
  const deleted = await s.shareRecording();
  const timestamp = encodeURIComponent(s.recorded.userTimestamp);
  successBody(await s.owner.delete(`/api/tests/${s.test._id}/recording/x/y/${timestamp}`));
  const readMessage = async (token: string) =>
    (await (await open(s.app.origin, token)).json()).message;
  expect(await readMessage(withdrawn.token)).toBe(
    'This participant withdrew. Their recording was deleted.',
  );
  expect(await readMessage(deleted.token)).toBe('What this link showed was deleted.');
  const row = await s.app.parts.db
    .selectFrom('view_links')
    .select('thing_id')
    .where('id', '=', withdrawn.viewLink._id)
    .executeTakeFirst();
  expect(row?.thing_id).toBeNull();
});

it('members make no link to a clip or reel of another test', async () => {
  const { clip, reel } = await cited(s);
  const other = await s.newTest('Other');
  for (const thing of [
    { kind: 'clip', clipId: clip.id },
    { kind: 'reel', reelId: reel.id },
  ]) {
    const input = { thing, days: 1, password: null, withNames: false, withDownloads: false };
    expect((await s.owner.post(`/api/tests/${other._id}/view-links`, input)).status).toBe(404);
  }
});
