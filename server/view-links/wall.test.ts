// The wall before links for viewing: the whole table of calls with each kind of link, cookies, and signed pictures.
import { describe, expect, it, vi } from 'vitest';
import { api } from '#contract/api.ts';
import { addressOf, type Endpoint } from '#contract/endpoint.ts';
import type { UniqueId } from '#contract/ids.ts';
import { type ViewedThing, type ViewKind, viewKind } from '#contract/view-links.ts';
import { press, recordMessages } from '#testing/messages.ts';
import { cited, codeOf, sharedTest } from '#testing/shared-test.ts';
import { shareResults, type Visitor } from '#testing/visitor.ts';

const s = sharedTest();

describe('the wall', () => {
  const rows = Object.entries(api).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).map(
      ([name, row]) => [`${group}.${name}`, row] as const,
    ),
  );
  /** Values of the parameters in a path. */
  const params = () => ({
    id: s.test._id,
    testId: s.test._id,
    uniqueId: s.test.uniqueId as UniqueId,
    number: 1,
    step: 2,
    company: 'Acme',
    testName: 'Shop',
    sheet: '0',
    screenId: '1:2',
    timestamp: 'x_1',
    sessionId: s.recorded.sessionId,
    userTimestamp: s.recorded.userTimestamp,
    format: 'txt',
  });
  /** Queries of the calls that require one. A new call that visitors may make and that requires one has its line here. */
  const queries: Record<string, Record<string, string>> = {
    'results.compare': { a: '1', b: '1' },
    'results.moments': { of: 'people' },
    'transcripts.search': { words: 'plant' },
  };

  it('lets through what the table names for a link, by a way of its own, and nothing else', async () => {
    const { clip, reel } = await cited(s);
    const things: ViewedThing[] = [
      ...[{ kind: 'results' as const }, { kind: 'report' as const }],
      { kind: 'recording', sessionId: s.recorded.sessionId },
      ...[
        { kind: 'reel' as const, reelId: reel.id },
        { kind: 'clip' as const, clipId: clip.id },
      ],
    ];
    expect(things.map(({ kind }) => kind)).toEqual(viewKind.options);
    for (const thing of things) {
      const visitor = await s.visit((await s.share(thing, { withDownloads: true })).token);
      const ids = { ...params(), clipId: clip.id, reelId: reel.id };
      const checks = rows.map(([call, row]) => leakOf(visitor, { call, row, ids, ...thing }));
      expect((await Promise.all(checks)).flat()).toEqual([]);
    }
  });

  it('counts each call of a visitor, and each that computes by what it costs [15.2.2]', async () => {
    const { clip, reel } = await cited(s);
    const things: ViewedThing[] = [
      ...[{ kind: 'results' as const }, { kind: 'report' as const }],
      { kind: 'recording', sessionId: s.recorded.sessionId },
      ...[
        { kind: 'reel' as const, reelId: reel.id },
        { kind: 'clip' as const, clipId: clip.id },
      ],
    ];
    /** Answers that are stored bytes, so only the rate of all calls of a visitor bounds them. */
    const storedBytes: unknown[] = ['image', 'png', 'video'];
    const counting = vi.spyOn(s.app.parts.rates, 'count');
    const unbounded: unknown[] = [];
    for (const thing of things) {
      const visitor = await s.visit((await s.share(thing, { withDownloads: true })).token);
      const ids = { ...params(), clipId: clip.id, reelId: reel.id };
      for (const [call, row] of rows.filter(([, { viewedBy }]) => viewedBy?.includes(thing.kind))) {
        counting.mockClear();
        const address = addressOf<Endpoint>(row, { params: ids, query: queries[call] ?? {} });
        const below = address.replace(/^\/(api\/)?/, `/api/view/${visitor.view._id}/`);
        await ask(visitor, row, below);
        const counts = counting.mock.calls.map(([name]) => name);
        const expected = storedBytes.includes(row.answer) ? 'view' : 'computing of visitor';
        if (!counts.includes('view') || !counts.includes(expected)) unbounded.push([call, counts]);
      }
    }
    counting.mockRestore();
    expect(unbounded).toEqual([]);
  });

  interface CallOfLink {
    call: string;
    row: Endpoint;
    ids: Record<string, unknown>;
    kind: ViewKind;
  }

  /** Returns the fields of an answer that a visitor must not get, or nothing if the answer matches the table. */
  async function leakOf(
    visitor: Visitor,
    { call, row, ids, kind }: CallOfLink,
  ): Promise<unknown[]> {
    const address = addressOf<Endpoint>(row, { params: ids, query: queries[call] ?? {} });
    const path = address.replace(/^\/(api\/)?/, `/api/view/${visitor.view._id}/`);
    const below = await ask(visitor, row, path);
    // Every thing that a named call reads exists, so a refusal means that its handler authorizes another kind of link. Only
    // signed addresses of images answer, which the last test follows.
    const isNamed = row.viewedBy?.includes(kind) && call !== 'screens.image';
    const expected = isNamed ? 200 : 404;
    if (below !== expected)
      return [`${call} answers a link for ${kind} ${below}, not ${expected}`, path];
    if (row.permission === 'anyone' || row.permission === 'visitor') return [];
    const status = await ask(visitor, row, address);
    return status === 401 ? [] : [call, address, status];
  }

  async function ask({ cookie }: Visitor, { method }: Endpoint, address: string): Promise<number> {
    const answer = await fetch(s.app.origin + address, { method, headers: { cookie } });
    await answer.body?.cancel();
    return answer.status;
  }

  it('takes no cookie of another link, no changed one and none that is over [9.1.1, 9.2.1]', async () => {
    const [one, two] = [
      await s.visit((await s.shareRecording()).token),
      await s.visit((await s.shareRecording()).token),
    ];
    const at = (cookie: string) =>
      fetch(`${s.app.origin}/api/view/${one.view._id}`, { headers: { cookie } });
    expect((await at(one.cookie)).status).toBe(200);
    const ended = one.cookie.replace(/=\d+/, '=1700000000');
    for (const cookie of [two.cookie, `${one.cookie.slice(0, -2)}xx`, ended, '']) {
      expect(await codeOf(await at(cookie))).toEqual([401, 'view_closed']);
    }
  });

  it('gives signed pictures that need the link', async () => {
    const screenshotPath = `/api/take-screenshot?screenId=1:2&figmaUrl=${encodeURIComponent(s.test.figmaUrl)}`;
    await s.owner.get(screenshotPath);
    const visitor = await s.visit((await shareResults(s.owner, s.test._id)).token);
    const { userTimestamp } = await recordMessages(s.app, s.test, [press(1000, '1:2')]);
    const screens = await (await visitor.get(`/tests/${s.place(userTimestamp)}`)).text();
    const [url = ''] = /\/api\/view\/[^"]+signature=[^"]+/.exec(screens) ?? [];
    expect((await fetch(s.app.origin + url, { headers: { cookie: visitor.cookie } })).status).toBe(
      200,
    );
    const bare = url.replace(`/view/${visitor.view._id}`, '');
    expect((await fetch(s.app.origin + bare)).status).toBe(404);
  });

  it('gives the picture of a finding to visitors of the report', async () => {
    const screenshotPath = `/api/take-screenshot?screenId=1:2&figmaUrl=${encodeURIComponent(s.test.figmaUrl)}`;
    await s.owner.get(screenshotPath);
    await recordMessages(s.app, s.test, [press(1000, '1:2')]);
    const { body } = await s.owner.get(`/api/tests/${s.test._id}/results/screens`);
    const screen = body.screens.find(({ screenId }: { screenId: string }) => screenId === '1:2');
    const number = {
      ...{ number: 'people', filter: '', title: 'People', subtitle: '' },
      moments: `of=visited&at=${screen.number}`,
    };
    const evidence = [{ kind: 'number', number }];
    await s.owner.post(`/api/tests/${s.test._id}/findings`, { sentence: 'Found', evidence });
    const visitor = await s.visit((await s.share({ kind: 'report' })).token);
    const answer = await visitor.get(`/tests/${s.test._id}/report`);
    const { findings } = await answer.json();
    const { url } = findings[0].picture.screen.image;
    const headers = { cookie: visitor.cookie };
    expect((await fetch(s.app.origin + url, { headers })).status).toBe(200);
    const other = await s.visit((await s.share({ kind: 'report' })).token);
    const foreign = await fetch(s.app.origin + url, { headers: { cookie: other.cookie } });
    expect(foreign.status).not.toBe(200);
  });
});
