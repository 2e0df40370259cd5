// The search over the transcripts of a test, on the real app: languages by their stems, others as parts of a
// text.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Moments } from '#contract/moments.ts';
import type { Test } from '#contract/tests.ts';
import type { SpokenMoments, Transcript } from '#contract/transcripts.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { createTest } from '#testing/create-test.ts';
import { recordSession } from '#testing/participant.ts';
import { giveTranscript, segmentOf } from '#testing/transcripts.ts';

let app: TestApp;
let owner: TestClient;
let test: Test;

const people: [name: string, language: string | null, ...texts: string[]][] = [
  ['Ada', 'en', 'I am looking for the baskets', 'maybe the menu', 'the basket is not in the menu'],
  ['Bea', 'en-GB', 'a BASKET?', 'nothing else'],
  ['Cem', 'de', 'Die Straßen sind größer', 'wo ist der Warenkorb'],
  ['Dan', 'fr', 'le café est réservé'],
  ['Eva', 'pl', 'Gdzie jest koszyk i Łódź', 'małe koszyki'],
  ['Fei', 'zh', '购物车在哪里'],
  ['Gil', 'he', 'איפה העגלה שלי'],
  ['Hal', null, 'somewhere a basketball'],
  ['Ida', 'en', "it's O'Neil's \\ 'quoted' & | ! <-> :*"],
];

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  test = await createTest(app, owner);
  const other = await createTest(app, owner, { name: 'Other' });
  for (const [name, language, ...texts] of [...people, ['Zoe', 'en', 'a basket'] as const]) {
    const of = name === 'Zoe' ? other : test;
    const { _id } = await recordSession(app.anyone, of, { name });
    const segments = texts.map((text, at) => segmentOf(at * 5000, text));
    await giveTranscript(app.parts.db, { sessionId: _id }, { language, segments });
  }
});
afterAll(() => app.close());

const search = async (words: string, more: Record<string, string> = {}) => {
  const query = new URLSearchParams({ words, ...more });
  return successBody<SpokenMoments>(
    await owner.get(`/api/tests/${test._id}/transcripts/search?${query}`),
  );
};
/** Person, segment, and the text with marks. */
const found = async (words: string) =>
  (await search(words)).items.map(({ participantName, segment, said }) => [
    participantName,
    segment,
    said.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join(''),
  ]);

describe('words of a language that PostgreSQL knows', () => {
  it('are found in every form of theirs, in this test alone', async () => {
    expect(await found('Basket')).toEqual([
      ['Ada', 0, 'I am looking for the [baskets]'],
      ['Ada', 2, 'the [basket] is not in the menu'],
      ['Bea', 0, 'a [BASKET?]'],
      ['Hal', 0, 'somewhere a [basket]ball'],
    ]);
  });

  it('are found where most of them are said', async () => {
    expect(await found('menu basket')).toEqual([['Ada', 2, 'the [basket] is not in the [menu]']]);
    expect((await search('menu basket')).people).toBe(1);
  });

  it('are one with and without accents and ß', async () => {
    const street = [['Cem', 0, 'Die [Straßen] sind größer']];
    expect(await found('straße')).toEqual(street);
    expect(await found('STRASSE')).toEqual(street);
    expect(await found('CAFE')).toEqual([['Dan', 0, 'le [café] est réservé']]);
  });

  it('begin at the time of the first that was asked for', async () => {
    const { items } = await search('menu');
    expect(items.map(({ atMs, startMs }) => [atMs, startMs])).toEqual([
      [6000, 5000],
      [13_000, 10_000],
    ]);
  });

  it('that are stop words alone are searched as a part of the text', async () => {
    expect(await found('in The')).toEqual([['Ada', 2, 'the basket is not [in the] menu']]);
    expect(await found('IST')).toEqual([['Cem', 1, 'wo [ist] der Warenkorb']]);
    expect(await search('in the')).toMatchObject({ people: 1, morePeople: false });
    expect((await search('in the')).items[0]).toMatchObject({ atMs: 12_000 });
  });
});

describe('other languages', () => {
  it('are searched as parts of a text', async () => {
    expect(await found('koszyk')).toEqual([
      ['Eva', 0, 'Gdzie jest [koszyk] i Łódź'],
      ['Eva', 1, 'małe [koszyk]i'],
    ]);
    expect(await found('ODZ')).toEqual([['Eva', 0, 'Gdzie jest koszyk i Ł[ódź]']]);
    expect(await found('物')).toEqual([['Fei', 0, '购[物]车在哪里']]);
  });

  it('may be written from right to left', async () => {
    const [moment] = (await search('העגלה')).items;
    expect(moment).toMatchObject({ participantName: 'Gil', direction: 'rtl', language: 'he' });
  });
});

it.each(["O'Neil's", '\\', "''", '!', '<->', ':*', "a' | 'b", '%', '‮'])(
  'takes %s for words, never for a query',
  async (words) => {
    const query = new URLSearchParams({ words });
    const { status } = await owner.get(`/api/tests/${test._id}/transcripts/search?${query}`);
    expect([200, 400]).toContain(status);
  },
);

it('comes in pages that end and hold everything once', async () => {
  const all = (await search('basket')).items;
  const pages: SpokenMoments['items'] = [];
  let cursor: string | null = null;
  do {
    const page: SpokenMoments = await search('basket', {
      limit: '1',
      ...(cursor ? { cursor } : {}),
    });
    expect(page.people).toBe(3);
    pages.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(pages).toEqual(all);
});

it('finds what was corrected, and no more what was heard', async () => {
  const { items } = await search('warenkorb');
  const address = `/api/recordings/${items[0]?.sessionId}/transcript`;
  const { madeBy } = successBody<Transcript>(await owner.get(address));
  const correction = { text: 'wo ist die Kasse', madeBy, version: 0 };
  successBody(await owner.put(`${address}/segments/1`, correction));
  expect(await found('Kassen')).toEqual([['Cem', 1, 'wo ist die [Kasse]']]);
  expect(await found('warenkorb')).toEqual([]);
});

it('keeps to the filter of results, whose text looks into transcripts too', async () => {
  expect((await search('basket', { text: 'bea' })).people).toBe(1);
  // The prototype reported nothing in these sessions, so they are named: no number counts them.
  const moments = async (text: string) => {
    const query = new URLSearchParams({ of: 'people', outcome: 'not_measurable', text });
    const { items } = successBody<Moments>(
      await owner.get(`/api/tests/${test._id}/results/moments?${query}`),
    );
    return items.map(({ participantName }) => participantName);
  };
  expect(await moments('koszyk')).toEqual(['Eva']);
  expect(await moments('baskets')).toEqual(['Ada', 'Bea']);
});
