// tests.list with its sort keys: ordered by them, tests have the list's order, whatever the database's collation is.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestId } from '#contract/ids.ts';
import { testSort } from '#contract/test-list.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';

/** Equal ones, one that begins another, letters beyond ASCII, and two that differ beyond what is compared. */
const names = [
  ...['plan', 'Plan', 'plan', 'plan b', 'plan~', 'plan-b', 'äpfel', 'Apfel', 'Zebra', 'zug'],
  ...['öl', 'oz', 'Ω', '日本', '﹅', '🪴', 'ﬁn', `${'x'.repeat(80)}b`, `${'x'.repeat(80)}a`],
];

interface Item {
  _id: TestId;
  sortKey: string;
}
interface Page {
  items: Item[];
  nextCursor: string | null;
}

const upwards = (a: Item, b: Item) => (a.sortKey < b.sortKey ? -1 : 1);
const downwards = (a: Item, b: Item) => (a.sortKey > b.sortKey ? -1 : 1);

describe.each([
  ['their bytes', undefined],
  ['the rules of English', 'en'],
  ['the rules of Swedish', 'sv'],
])('in a database that orders texts by %s', (_, language) => {
  let app: TestApp;
  let owner: TestClient;
  beforeAll(async () => {
    app = await startTestApp(language ? { language } : {});
    owner = await app.signIn('owner@example.com', { company: 'Acme' });
    for (const [at, name] of names.entries()) {
      const form = { name, task: 'Buy.', figmaUrl: 'https://shop.example.com/prototype' };
      const { _id } = successBody<Item>(await owner.post('/api/tests', form));
      const changed = {
        recording_count: [0, 12, 3, 3][at % 4],
        // Nothing was recorded, or the last recording is later or earlier than the last change.
        recorded_ms: [null, 4_000_000_000_000, 4_000_000_000_000, 5][at % 4],
        updated_at: new Date(1_700_000_000_000 + (at % 3)),
      };
      await app.parts.db.updateTable('tests').set(changed).where('id', '=', _id).execute();
    }
  });
  afterAll(() => app.close());

  async function readList(sort: string): Promise<Item[]> {
    const list: Item[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const search: URLSearchParams = new URLSearchParams({ sort, limit: '4', cursor });
      const page: Page = successBody<Page>(await owner.get(`/api/tests?${search}`));
      list.push(...page.items);
      cursor = page.nextCursor;
    }
    return list;
  }

  it.each(testSort.options)('by %s tests stand in the order of their keys', async (sort) => {
    const list = await readList(sort);
    expect(new Set(list.map(({ sortKey }) => sortKey)).size).toBe(names.length);
    // The opposite order comes first, so that no order is right by chance.
    expect(list.toReversed().toSorted(upwards)).toEqual(list);
    expect(list.toSorted(downwards)).toEqual(list.toReversed());
  });

  it.each(testSort.options)('by %s a test that is named alone has its key', async (sort) => {
    for (const { _id, sortKey } of (await readList(sort)).slice(0, 3)) {
      const page = successBody<Page>(await owner.get(`/api/tests?limit=1&sort=${sort}&ids=${_id}`));
      expect(page.items).toMatchObject([{ _id, sortKey }]);
    }
  });
});
