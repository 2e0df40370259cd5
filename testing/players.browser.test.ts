// The players of clips and reels in a real browser: exact ends, order, and what is gone meanwhile.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mp4File } from './mp4-files.ts';
import { type PlayedItem, type PlayersPage, playersModule } from './players-page.ts';
import { openSeekPage, type SeekPage } from './seek-page.ts';
import { recorded } from './webm-files.ts';

declare const players: PlayersPage;

let stage: SeekPage;
let webm: string;
let mp4: string;
let show: Awaited<ReturnType<typeof playersModule>>;
beforeAll(async () => {
  stage = await openSeekPage();
  show = await playersModule();
  webm = await stage.put(await recorded('vp8-opus'));
  mp4 = await stage.put(await mp4File('h264-opus'));
});
afterAll(() => stage?.close());
beforeEach(async () => {
  await stage.page.reload();
  await show(stage.page);
});

/** A page on a busy machine may be a few pictures late to stop. */
const LATE_SECONDS = 0.3;

const button = (name: RegExp) => stage.page.getByRole('button', { name });
const pictures = () => stage.page.evaluate(() => players.pictures);

it('a clip rests on its last picture, and plays again from its beginning', async () => {
  const span = { fromMs: 1500, toMs: 2700 };
  const { page } = stage;
  await page.evaluate((clip) => players.showClip(clip.webm, clip.span), { webm, span });
  const now = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(now).toBe(1.5);
  await page.evaluate(() => players.watchPictures());
  await button(/^Play/).click();
  await button(/^Pause/).waitFor();
  await button(/^Play/).waitFor();
  const last = async () => (await pictures()).at(-1)?.seconds;
  await expect.poll(last).toBeLessThan(2.7);
  await expect.poll(now).toBeLessThan(2.7);
  expect(await now()).toBeGreaterThan(2.6);
  const seconds = (await pictures()).map((picture) => picture.seconds);
  expect(seconds.length).toBeGreaterThan(5);
  expect(seconds[0]).toBeGreaterThan(1.4);
  expect(Math.max(...seconds)).toBeLessThan(2.7 + LATE_SECONDS);
  const before = seconds.length;
  await button(/^Play/).click();
  await expect.poll(async () => (await pictures()).length).toBeGreaterThan(before + 2);
  const again = (await pictures()).slice(before).map((picture) => picture.seconds);
  expect(Math.min(...again)).toBeLessThan(1.8);
  // Scrubbing stays within.
  await page.getByRole('slider').fill('2700');
  await expect.poll(now).toBeLessThan(2.71);
});

it('a reel plays in order, each clip exactly, and goes on past what is gone', async () => {
  const { page } = stage;
  const clip = (id: string, src: string, fromMs: number): PlayedItem => {
    const span = { fromMs, toMs: fromMs + 1000 };
    return { id, kind: 'clip', title: id, label: id, src, span };
  };
  const items: PlayedItem[] = [
    clip('a', webm, 500),
    clip('b', mp4, 2000),
    clip('c', webm, 3000),
    clip('lost', '/none', 0),
    { id: 't', kind: 'title', text: 'Prices' },
    clip('d', mp4, 1000),
  ];
  await page.evaluate((list) => players.showReel(list), items);
  await page.evaluate(() => players.watchPictures());
  await button(/^Play/).click();
  const now = items.map((item) =>
    item.id === 'c' ? ({ id: 'c', kind: 'gone', why: 'deleted' } as const) : item,
  );
  await page.evaluate((list) => players.showReel(list), now);
  for (const words of ['This clip was deleted', 'This clip could not be loaded', 'Prices']) {
    await page.getByText(words).waitFor();
  }
  await button(/^Play/).waitFor();
  expect(await page.evaluate(() => players.items)).toEqual([0, 1, 2, 3, 4, 5]);
  const seen = (await pictures()).filter(({ isSeen }) => isSeen);
  const stretches = [0.5, 2, 1].map((from) => [from - 0.1, from + 1 + LATE_SECONDS] as const);
  let at = 0;
  for (const { seconds } of seen) {
    const isIn = ([from, to]: readonly [number, number]) => seconds >= from && seconds < to;
    if (!isIn(stretches[at] ?? [0, 0])) at += 1;
    expect(seconds).toSatisfy(() => isIn(stretches[at] ?? [0, 0]));
  }
  expect(at).toBe(2);
});

it('the next clip runs up where it is neither seen nor heard: behind a clip, and behind a card', async () => {
  const { page } = stage;
  const clip = (id: string, src: string, fromMs: number): PlayedItem => {
    const span = { fromMs, toMs: fromMs + 1500 };
    return { id, kind: 'clip', title: id, label: id, src, span };
  };
  const items: PlayedItem[] = [
    clip('a', webm, 0),
    clip('b', mp4, 2000),
    { id: 't', kind: 'title', text: 'Prices' },
    clip('c', webm, 3000),
  ];
  await page.evaluate((list) => players.showReel(list), items);
  await page.evaluate(() => players.watchPictures());
  // The reel is short: on a busy machine it may be over when the click returns.
  await Promise.all([button(/^Pause/).waitFor(), button(/^Play/).click()]);
  await button(/^Play/).waitFor();
  const frames = await pictures();
  for (const from of [2, 3]) {
    const isRunUp = ({ seconds }: { seconds: number }) => seconds > from - 0.6 && seconds < from;
    const runUp = frames.filter((picture) => !picture.isSeen && isRunUp(picture));
    expect(new Set(runUp.map(({ seconds }) => seconds)).size).toBeGreaterThan(2);
  }
  expect(Math.max(...frames.map(({ audibleVideos }) => audibleVideos))).toBe(1);
  expect(
    frames.filter(({ isSeen, audibleVideos }) => isSeen && audibleVideos === 1).length,
  ).toBeGreaterThan(30);
});
