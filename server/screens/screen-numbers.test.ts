// Numbers and names of a test's screens: from the design's listing, from sessions, beside each other, and within bounds.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RevisionId, TestId } from '#contract/ids.ts';
import type { Test } from '#contract/tests.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { prototypeOf } from '#server/prototypes/prototype-hosts.ts';
import { forgetScreens, showTestScreen } from '#testing/add-screen-image.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { change, missed, recordMessages } from '#testing/messages.ts';
import { namedScreens, testFileOf } from './screen-names.db.ts';
import { keepListing, nameTestScreen, numberScreens, type TestFile } from './screen-numbers.db.ts';

let app: TestApp;
let owner: TestClient;
let test: Test;
let testId: TestId;
let revisionId: RevisionId;
let file: TestFile;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());
beforeEach(async () => {
  const figmaUrl = app.parts.samplePrototypeUrl ?? '';
  test = successBody(await owner.post('/api/tests', { name: 'T', task: 't', figmaUrl }));
  testId = test._id as TestId;
  revisionId = test.revision._id as RevisionId;
  file = testFileOf(testId, prototypeOf(figmaUrl, app.parts.prototypeHosts));
});

const transaction = <T>(run: (db: TestApp['parts']['db']) => Promise<T>) =>
  app.parts.db.transaction().execute(run);
const number = (ids: string[], of = file) => transaction((db) => numberScreens(db, of, ids));
const prefetch = () => jobHandlers(app.parts)['screens.prefetch']({ revisionId });
const screens = () => namedScreens(app.parts, { testId, revisionId });
const short = async () =>
  (await screens()).map((screen) => [screen.number, screen.name, screen.screenId]);

describe('numbers', () => {
  it('are given in the order in which the test gets to know screens, and stay', async () => {
    const first = await number(['5:1', '5:2']);
    expect(['5:2', '5:1'].map(first)).toEqual([2, 1]);
    const later = await number(['5:3', '5:1']);
    expect(['5:1', '5:3'].map(later)).toEqual([1, 3]);
  });

  it('are of one file: the same node of another one is another screen', async () => {
    await number(['5:1']);
    const elsewhere = await number(['5:1'], { ...file, fileKey: 'another' });
    expect(elsewhere('5:1')).toBe(2);
    expect(await short()).toEqual([[1, 'Screen 1', '5:1']]);
  });

  it('are those of a sample that this server serves at another port', async () => {
    await showTestScreen(app, test, { nodeId: '5:1' });
    await number(['5:1']);
    const moved = { ...app.parts, prototypeHosts: [] };
    const [screen] = await namedScreens(moved, { testId, revisionId });
    expect(screen).toMatchObject({ number: 1, screenId: '5:1' });
    // A later test's revision would show the image too.
    await forgetScreens(app);
  });

  it('are given once when sessions close at the same time', async () => {
    const sets = Array.from({ length: 8 }, (_, at) => [`6:${at}`, '6:99', `6:${at + 1}`]);
    const given = await Promise.all(sets.map((ids) => number(ids)));
    const numbers = new Map<string, number>();
    for (const [at, ids] of sets.entries()) {
      for (const id of ids) {
        const is = given[at]?.(id) ?? 0;
        expect(numbers.get(id) ?? is).toBe(is);
        numbers.set(id, is);
      }
    }
    const all = [...numbers.values()].toSorted((a, b) => a - b);
    expect(all).toEqual(Array.from({ length: 10 }, (_, at) => at + 1));
  });

  it('have an end: what is no node id, and what comes after 2000, shares one', async () => {
    const odd = await number(['5:1', 'constructor', 'a\ufffdb', `I${'5:2;'.repeat(900)}5:1`]);
    expect(['5:1', 'constructor', 'a\ufffdb'].map(odd)).toEqual([1, 2, 2]);
    const many = Array.from({ length: 3000 }, (_, at) => `7:${at}`);
    const given = await number(many);
    expect(new Set(many.map(given)).size).toBe(1998);
    expect(given('7:2999')).toBe(2);
    const others = (await screens()).find((screen) => screen.number === 2);
    expect(others).toMatchObject({ name: 'Other screens', isInDesign: false, image: null });
  });

  it('keep room for the others where all come at once', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `7:${at}`);
    const given = await number(many);
    expect([given('7:0'), given('7:1998'), given('7:1999'), given('7:19999')]).toEqual([
      ...[1, 1999, 2000, 2000],
    ]);
  });
});

describe('names', () => {
  it('come with the listing of the file, which is one call: the start first, then its order', async () => {
    const fetchSpy = vi.spyOn(globalThis, 'fetch');
    await prefetch();
    const first = fetchSpy.mock.calls.length;
    const named = await short();
    expect(named[0]).toEqual([1, 'Home', '1:2']);
    expect(named.length).toBeGreaterThan(5);
    expect((await screens()).every(({ image, isInDesign }) => image && isInDesign)).toBe(true);
    await prefetch();
    const again = fetchSpy.mock.calls.slice(first).map(([address]) => new URL(String(address)));
    fetchSpy.mockRestore();
    expect(again.map(({ pathname }) => pathname)).toEqual([`/v1/files/${file.fileKey}`]);
    expect(await short()).toEqual(named);
  });

  it('follow the design, and a member’s name goes before it', async () => {
    const list = (...listed: [string, string | null][]) =>
      transaction((db) =>
        keepListing(db, file, {
          listed: listed.map(([nodeId, name]) => ({ nodeId, name })),
          startNodeId: '5:2',
        }),
      );
    await list(['5:1', 'Checkout'], ['5:2', 'Home'], ['5:3', 'Checkout'], ['5:4', null]);
    expect(await short()).toEqual([
      [1, 'Home', '5:2'],
      [2, 'Checkout', '5:1'],
      [3, 'Checkout (2)', '5:3'],
      [4, 'Screen 4', '5:4'],
    ]);
    await transaction((db) => nameTestScreen(db, { testId, number: 2 }, 'Pay'));
    await list(['5:1', 'Cash desk'], ['5:2', 'Start'], ['5:3', 'Checkout']);
    expect((await screens()).map((screen) => [screen.name, screen.isInDesign])).toEqual([
      ...[['Start', true] as const, ['Pay', true] as const],
      ...[['Checkout', true] as const, ['Screen 4', false] as const],
    ]);
    await transaction((db) => nameTestScreen(db, { testId, number: 2 }, null));
    expect((await short())[1]).toEqual([2, 'Cash desk', '5:1']);
  });

  it('of layers tell where a session had dead clicks', async () => {
    await prefetch();
    const { sessionId } = await recordMessages(app, test, [
      change(100, '1:3'),
      missed(900, '1:3', { targetNodeId: '3:49' }),
      missed(1900, '1:3', { targetNodeId: '3:51' }),
    ]);
    const places = app.parts.db
      .selectFrom('run_places')
      .select(['place', 'presses'])
      .where('session_id', '=', sessionId);
    expect(await places.execute()).toEqual([{ place: 'layer:3:47', presses: 2 }]);
  });

  it('are for members: a participant’s page gets boxes without them', async () => {
    const path = `/api/take-screenshot?screenId=1:2&figmaUrl=${encodeURIComponent(test.figmaUrl)}`;
    const { body } = await owner.get(path);
    const boxes: object[] = Object.values(body.screen.boxes);
    expect(boxes.length).toBeGreaterThan(5);
    const forMembers = ['name', 'partOf', 'parent', 'reacts'];
    expect(boxes.filter((box) => forMembers.some((field) => field in box))).toEqual([]);
  });
});
