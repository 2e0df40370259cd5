// Visitors of a link get from a clip's recording never more than two seconds of picture before the clip, and no
// sound from outside; of whatever file, finished or not. If that can't be, they read why, and so does the link's
// author before.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clip } from '#contract/clips.ts';
import type { Finding } from '#contract/findings.ts';
import { CLIP_EARLY_MAX_MS } from '#contract/limits.ts';
import type { Reel } from '#contract/reels.ts';
import type { UnplayableClip, ViewedThing } from '#contract/view-links.ts';
import { successBody } from '#testing/client.ts';
import {
  framesIn,
  MARKED_CONTAINERS,
  type MarkedVideo,
  markedVideo,
} from '#testing/marked-videos.ts';
import { sendPiece, startSession } from '#testing/participant.ts';
import { readZip } from '#testing/read-zip.ts';
import { openVideoStage, type VideoStage } from '#testing/video-stage.ts';
import { openAsVisitor, share } from '#testing/visitor.ts';

let stage: VideoStage;
beforeAll(async () => {
  stage = await openVideoStage();
});
afterAll(() => stage?.app.close());

const video: MarkedVideo = {
  container: 'webm',
  lengthMs: 20_000,
  pictureMs: 100,
  picturesPerKey: 50,
  packetMs: 60,
  skewMs: 0,
  rowMs: 1000,
  isReordered: false,
  isLaced: false,
};
/** A key frame is every 5 s: visitors can play what begins within 2 s of one. */
const FITS = { fromMs: 6500, toMs: 9000 };
const LATE = { fromMs: 8200, toMs: 11_000 };

async function clipOf(more: Partial<MarkedVideo>, stretch: { fromMs: number; toMs: number }) {
  const { sessionId } = await stage.send(markedVideo({ ...video, ...more }));
  return await stage.clipOf(sessionId, { ...stretch, title: 'Cart' });
}

async function visit(thing: ViewedThing) {
  const { owner, test, app } = stage;
  const { token } = await share(owner, test._id, { thing, withDownloads: true });
  return await openAsVisitor(app.origin, token);
}

async function reelOf(...clips: Clip[]): Promise<Reel> {
  const body = { name: 'Carts', clips: clips.map(({ id }) => id) };
  return successBody(await stage.owner.post(`/api/tests/${stage.test._id}/reels`, body));
}

async function findingOf(clip: Clip): Promise<Finding> {
  const body = { sentence: 'Hard to find', evidence: [{ kind: 'clip', clipId: clip.id }] };
  return successBody(await stage.owner.post(`/api/tests/${stage.test._id}/findings`, body));
}

const address = ({ id }: Pick<Clip, 'id'>) => `/clips/${id}/video`;
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

function expectWithin(bytes: Uint8Array, { fromMs, toMs }: { fromMs: number; toMs: number }) {
  const frames = framesIn(bytes);
  expect(frames.length).toBeGreaterThan(20);
  const outside = frames.filter(({ kind, ms }) => {
    const begin = kind === 'sound' ? fromMs : fromMs - CLIP_EARLY_MAX_MS;
    return ms < begin || ms >= toMs;
  });
  expect(outside).toEqual([]);
}

describe.each(MARKED_CONTAINERS)('%s', (container) => {
  it('gives visitors a clip without the rest, by each kind of link', async () => {
    const clip = await clipOf({ container }, FITS);
    const reel = await reelOf(clip);
    const finding = await findingOf(clip);
    for (const thing of [
      { kind: 'clip', clipId: clip.id },
      { kind: 'reel', reelId: reel.id },
      { kind: 'report' },
    ] as const) {
      const visitor = await visit(thing);
      const whole = await visitor.get(address(clip));
      expect([thing.kind, whole.status]).toEqual([thing.kind, 200]);
      expectWithin(await bytesOf(whole), FITS);
      expectWithin(await bytesOf(await visitor.get(`${address(clip)}?download=1`)), FITS);
    }
    const visitor = await visit({ kind: 'reel', reelId: reel.id });
    const archive = await bytesOf(await visitor.get(`/reels/${reel.id}/download`));
    expectWithin(archive, FITS);
    successBody(await stage.owner.delete(`/api/findings/${finding.id}?version=${finding.version}`));
  });

  it('refuses visitors a clip that begins too long after a key frame, and says why', async () => {
    const clip = await clipOf({ container }, LATE);
    const reel = await reelOf(clip);
    const visitor = await visit({ kind: 'clip', clipId: clip.id });
    for (const path of [address(clip), `${address(clip)}?download=1`]) {
      const refused = await visitor.get(path, { range: 'bytes=0-0' });
      const { code, message } = await refused.json();
      expect([refused.status, code]).toEqual([409, 'clip_not_cut']);
      expect(message).toMatch(
        /^This clip can't be played on its own: .* begin the clip at another time\.$/,
      );
    }
    const ofReel = await visit({ kind: 'reel', reelId: reel.id });
    expect((await ofReel.get(address(clip))).status).toBe(409);
    const answer = await ofReel.get(`/reels/${reel.id}/download`);
    expect(answer.headers.get('clip-early-ms')).toBe('0');
    const archive = await bytesOf(answer);
    expect(framesIn(archive)).toEqual([]);
    const [[name, text] = []] = [...(await readZip(archive))];
    expect([name, text?.toString()]).toEqual([
      '01_not-on-its-own.txt',
      expect.stringMatching(/^This clip can't be played on its own/),
    ]);
    // Members may see the whole recording: their file begins at the key frame, without sound before the clip.
    const own = await stage.bytesOf(`/api${address(clip)}`);
    const sounds = framesIn(own).filter(({ kind }) => kind === 'sound');
    expect(framesIn(own)[0]).toEqual({ kind: 'picture', ms: 5000 });
    expect(sounds[0]?.ms).toBeGreaterThanOrEqual(LATE.fromMs);
  });
});

it('a recording that arrives gives what has arrived of a clip, and nothing else', async () => {
  const { app, test } = stage;
  for (const container of ['webm', 'fragments'] as const) {
    const file = markedVideo({ ...video, container });
    const session = await startSession(app.anyone, test);
    const end = Math.floor(file.length / 2);
    const piece = { offset: 0, bytes: Uint8Array.from(file.subarray(0, end)) };
    expect((await sendPiece(app.anyone, session, piece)).status).toBe(204);
    const clip = await stage.clipOf(session._id, FITS);
    const visitor = await visit({ kind: 'clip', clipId: clip.id });
    const before = await bytesOf(await visitor.get(address(clip)));
    expectWithin(before, FITS);
    const rest = { offset: end, bytes: Uint8Array.from(file.subarray(end)) };
    expect((await sendPiece(app.anyone, session, rest)).status).toBe(204);
    const after = await bytesOf(await visitor.get(address(clip)));
    expect(framesIn(after)).toEqual(framesIn(before));
  }
});

it('a file that nothing can be cut out of is refused to visitors, and given to members as a whole', async () => {
  const file = Buffer.from(markedVideo({ ...video, container: 'tables-last' }));
  file.write('xxxx', file.lastIndexOf('stco'));
  const { sessionId } = await stage.send(file);
  const clip = await stage.clipOf(sessionId, FITS);
  const visitor = await visit({ kind: 'clip', clipId: clip.id });
  const refused = await visitor.get(address(clip));
  expect([refused.status, (await refused.json()).message]).toEqual([
    409,
    expect.stringContaining('nothing can be cut out of its video'),
  ]);
  expect((await stage.bytesOf(`/api${address(clip)}`)).length).toBe(file.length);
  expect(await unplayable(`?clipId=${clip.id}`)).toEqual([{ clip, beginMs: null }]);
});

async function unplayable(query: string): Promise<UnplayableClip[]> {
  const path = `/api/tests/${stage.test._id}/view-links/unplayable${query}`;
  return successBody<{ clips: UnplayableClip[] }>(await stage.owner.get(path)).clips;
}

describe('the maker of a link', () => {
  it('reads which clips visitors could not play, and the nearest beginning with which they can', async () => {
    const late = await clipOf({}, LATE);
    const nearNext = await clipOf({ container: 'fragments' }, { fromMs: 9700, toMs: 13_000 });
    const fits = await clipOf({ container: 'tables-last' }, FITS);
    const reel = await reelOf(late, fits, nearNext, late);
    const clips = [
      { clip: late, beginMs: 7000 },
      { clip: nearNext, beginMs: 10_000 },
    ];
    expect(await unplayable(`?reelId=${reel.id}`)).toEqual(clips);
    expect(await unplayable(`?clipId=${late.id}`)).toEqual([clips[0]]);
    expect(await unplayable(`?clipId=${fits.id}`)).toEqual([]);
    expect(await unplayable('')).toEqual([]);
    await findingOf(nearNext);
    expect(await unplayable('')).toEqual([clips[1]]);
  });

  it('moves the beginning there, and visitors can play the clip', async () => {
    const clip = await clipOf({ container: 'tables-first' }, LATE);
    const [{ beginMs } = { beginMs: null }] = await unplayable(`?clipId=${clip.id}`);
    const { title, version, toMs } = clip;
    successBody(
      await stage.owner.put(`/api/clips/${clip.id}`, { fromMs: beginMs, toMs, title, version }),
    );
    expect(await unplayable(`?clipId=${clip.id}`)).toEqual([]);
    const visitor = await visit({ kind: 'clip', clipId: clip.id });
    const answer = await visitor.get(address(clip));
    expect([answer.status, answer.headers.get('clip-early-ms')]).toEqual([200, '2000']);
    expectWithin(await bytesOf(answer), { fromMs: beginMs ?? 0, toMs });
  });

  it('reads of none where no beginning fits, and nothing of another workspace', async () => {
    const once = { picturesPerKey: 1000 };
    const far = await clipOf(once, { fromMs: 18_000, toMs: 19_500 });
    expect(await unplayable(`?clipId=${far.id}`)).toEqual([{ clip: far, beginMs: null }]);
    const clip = await clipOf(once, { fromMs: 11_500, toMs: 13_000 });
    expect(await unplayable(`?clipId=${clip.id}`)).toEqual([{ clip, beginMs: 2000 }]);
    const other = await stage.app.signIn('other@example.com', { company: 'Other' });
    const path = `/api/tests/${stage.test._id}/view-links/unplayable?clipId=${clip.id}`;
    expect((await other.get(path)).status).toBe(404);
  });
});
