// Links for viewing on the real app: what a visitor reaches and what not, without names, until the link or its thing ends.
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { addressOf, type Endpoint } from '#contract/endpoint.ts';
import type { SessionId, UniqueId } from '#contract/ids.ts';
import { VIEW_PASSWORD_RATE, VIEW_PASSWORD_RATE_PER_LINK } from '#contract/limits.ts';
import { joinUserTimestamp } from '#contract/paths.ts';
import type { Test } from '#contract/tests.ts';
import { NO_SHARE_ID } from '#contract/view-links.ts';
import { createLog } from '#server/log/log.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { made, type TestClient } from '#testing/client.ts';
import { press, recordMessages } from '#testing/messages.ts';
import { recordSession } from '#testing/participant.ts';
import { joinTeam } from '#testing/team.ts';
import { giveTranscript, segmentOf } from '#testing/transcripts.ts';
import { open, openAsVisitor, share, shareResults, type Visitor } from '#testing/visitor.ts';

const NAME = 'Grace Hopper_2';

let app: TestApp;
let owner: TestClient;
let test: Test;
let recorded: { sessionId: SessionId; userTimestamp: string };
const lines: string[] = [];

beforeAll(async () => {
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  app = await startTestApp({ sample: true, log });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());
beforeEach(async () => {
  const form = { name: 'Shop <b>"&', task: 't', figmaUrl: app.parts.samplePrototypeUrl };
  test = made(await owner.post('/api/tests', form));
  recorded = await record();
});

async function record(name = NAME) {
  const session = await recordSession(app.anyone, test, { name, pictures: true });
  const { items } = (await owner.get(`/api/tests/${test._id}/recordings`)).body;
  const { userTimestamp } = items.find(({ id }: { id: string }) => id === session._id);
  return { sessionId: session._id, userTimestamp };
}

const shareRecording = (more: Partial<Parameters<typeof share>[2]> = {}) =>
  share(owner, test._id, {
    thing: { kind: 'recording', sessionId: recorded.sessionId },
    ...more,
  });
const visit = async (token: string, password?: string) =>
  openAsVisitor(app.origin, token, password);
const codeOf = async (answer: Response) => [answer.status, (await answer.json()).code];

/** Paths below a link, with what stands for the names in them. */
const place = (userTimestamp: string) =>
  `${NO_SHARE_ID}/${test._id}/Acme/Shop/${encodeURIComponent(userTimestamp)}`;
const timestampOf = (userTimestamp: string) => Number(userTimestamp.split('_').at(-1));

describe('a visitor', () => {
  it('of results sees numbers, recordings and pictures, and no name, share id or prototype', async () => {
    const { token } = await shareResults(owner, test._id);
    const visitor = await visit(token);
    expect(visitor.view).toMatchObject({ title: 'Shop <b>"&', recording: null });
    const nameless = joinUserTimestamp('Participant 1', timestampOf(recorded.userTimestamp));
    const calls = [
      `/tests/${test._id}/overview`,
      ...['', '/choices', '/screens', '/paths', '/moments?of=people'].map(
        (rest) => `/tests/${test._id}/results${rest}`,
      ),
      `/tests/${test._id}/recordings`,
      `/tests/${place(nameless)}`,
      `/recordings/${recorded.sessionId}/notes`,
    ];
    for (const path of calls) {
      const answer = await visitor.get(path);
      const text = await answer.text();
      expect([path, answer.status]).toEqual([path, 200]);
      for (const secret of ['Grace', 'owner@example.com', test.uniqueId, '/proto/']) {
        expect(text).not.toContain(secret);
      }
    }
    const { items } = await (await visitor.get(`/tests/${test._id}/recordings`)).json();
    expect(items[0]).toMatchObject({
      participantName: 'Participant 1',
      userTimestamp: nameless,
      posterUrl: expect.stringMatching(`^/api/view/${visitor.view._id}/recordings/`),
    });
    const detail = await (await visitor.get(`/tests/${place(nameless)}`)).json();
    for (const address of [detail.videoUrl, items[0].posterUrl, detail.stills[0].url]) {
      const answer = await fetch(app.origin + address, { headers: { cookie: visitor.cookie } });
      expect([address, answer.status]).toEqual([address, 200]);
      expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect((await fetch(app.origin + address)).status).toBe(401);
    }
  });

  it('reads and finds what was said, as it was spoken, without who corrected it', async () => {
    const { sessionId } = recorded;
    const segments = [segmentOf(500, 'I am Grace where is the plant'), segmentOf(9000, 'bye')];
    const madeBy = await giveTranscript(app.parts.db, { sessionId }, { segments });
    const corrected = `/api/recordings/${sessionId}/transcript/segments/1`;
    made(await owner.put(corrected, { text: 'Goodbye', madeBy, version: 0 }));
    for (const { token } of [await shareResults(owner, test._id), await shareRecording()]) {
      const visitor = await visit(token);
      const text = await (await visitor.get(`/recordings/${sessionId}/transcript`)).text();
      const transcript = JSON.parse(text);
      expect(text).not.toMatch(/owner@example\.com|recogniser\.example|"bye"/);
      expect(transcript.segments.map(({ text: said }: { text: string }) => said)).toEqual([
        'I am Grace where is the plant',
        'Goodbye',
      ]);
      const captions = await visitor.get(`/recordings/${sessionId}/transcript/file/vtt`);
      expect(await captions.text()).toContain('where is the plant');
      const download = `/recordings/${sessionId}/transcript/file/txt?download=1`;
      expect(await codeOf(await visitor.get(download))).toEqual([404, 'not_found']);
    }
    const visitor = await visit((await shareResults(owner, test._id)).token);
    const found = await visitor.get(`/tests/${test._id}/transcripts/search?words=plants`);
    expect((await found.json()).items).toMatchObject([
      {
        participantName: 'Participant 1',
        segment: 0,
        userTimestamp: expect.stringMatching(/^Participant 1_/),
      },
    ]);
    const counts = await (await visitor.get(`/tests/${test._id}/transcripts`)).json();
    expect(counts).toMatchObject({ server: null, recordings: 1, states: { ready: 1 } });
  });

  it('cannot find a name out by searching for it', async () => {
    const { token } = await shareResults(owner, test._id);
    const visitor = await visit(token);
    for (const query of ['search=nobody', 'text=nobody']) {
      const { total } = await (await visitor.get(`/tests/${test._id}/recordings?${query}`)).json();
      expect([query, total]).toEqual([query, 1]);
    }
  });

  it('sees names and downloads where they are switched on, and not where they are not', async () => {
    const download = `/recording_data/${place(recorded.userTimestamp)}?download=named`;
    const without = await visit((await shareRecording()).token);
    expect(await codeOf(await without.get(download))).toEqual([404, 'not_found']);
    const { token } = await shareRecording({ withNames: true, withDownloads: true });
    const visitor = await visit(token);
    expect(visitor.view.title).toBe(`${NAME} · Shop <b>"&`);
    const answer = await visitor.get(download);
    expect(answer.headers.get('content-disposition')).not.toContain('Grace');
    const detail = await (await visitor.get(`/tests/${place(recorded.userTimestamp)}`)).json();
    expect(detail).toMatchObject({ participantName: NAME, ...(recorded.userTimestamp && {}) });
  });

  it('of one recording reaches no other, no list and no results', async () => {
    const other = await record('Alan');
    const visitor = await visit((await shareRecording()).token);
    const own = joinUserTimestamp('Participant 1', timestampOf(recorded.userTimestamp));
    const detail = await (await visitor.get(`/tests/${place(own)}`)).json();
    expect(detail.place).toEqual({ position: 1, total: 1, newer: null, older: null });
    const refused = [
      `/tests/${place(other.userTimestamp)}`,
      `/recording_data/${place(other.userTimestamp)}`,
      `/recordings/${other.sessionId}/poster`,
      `/recordings/${other.sessionId}/stills/0`,
      `/recordings/${other.sessionId}/heatmaps/1:2`,
      `/recordings/${other.sessionId}/notes`,
      `/recordings/${other.sessionId}/transcript`,
      `/recordings/${other.sessionId}/transcript/file/vtt`,
      `/tests/${test._id}/transcripts`,
      `/tests/${test._id}/transcripts/search?words=plant`,
      `/tests/${test._id}/recordings`,
      `/tests/${test._id}/results`,
      `/tests/${test._id}/overview`,
    ];
    for (const path of refused) {
      expect([path, (await visitor.get(path)).status]).toEqual([path, 404]);
    }
  });

  it('of one test reaches nothing of another', async () => {
    const form = { name: 'Other', task: 't', figmaUrl: app.parts.samplePrototypeUrl };
    const first = { test, recorded };
    test = made(await owner.post('/api/tests', form));
    const theirs = await record('Alan');
    const visitor = await visit((await shareResults(owner, first.test._id)).token);
    for (const path of [
      `/tests/${test._id}/results`,
      `/tests/${test._id}/recordings`,
      `/tests/${place(theirs.userTimestamp)}`,
      `/recordings/${theirs.sessionId}/poster`,
      `/recordings/${theirs.sessionId}/transcript`,
      `/tests/${test._id}/transcripts/search?words=plant`,
    ]) {
      expect([path, (await visitor.get(path)).status]).toEqual([path, 404]);
    }
  });
});

describe('the wall', () => {
  const rows = Object.entries(api).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).map(
      ([name, row]) => [`${group}.${name}`, row] as const,
    ),
  );
  /** What stands in a path. */
  const params = () => ({
    ...{ id: test._id, testId: test._id, uniqueId: test.uniqueId as UniqueId, number: 1 },
    ...{ company: 'Acme', testName: 'Shop', sheet: '0', screenId: '1:2', timestamp: 'x_1' },
    ...{ sessionId: recorded.sessionId, userTimestamp: recorded.userTimestamp },
  });

  it('lets through what the table names for a link, by a way of its own, and nothing else', async () => {
    const links = {
      results: await shareResults(owner, test._id),
      recording: await shareRecording(),
    };
    for (const [kind, { token }] of Object.entries(links)) {
      const visitor = await visit(token);
      for (const [call, row] of rows) {
        const address = addressOf<Endpoint>(row, { params: params() });
        const isNamed = row.viewedBy?.some((one) => one === kind) ?? false;
        const below = await ask(
          visitor,
          row,
          address.replace(/^\/(api\/)?/, `/api/view/${visitor.view._id}/`),
        );
        // Named ones answer, or say what is missing in the query of this bare call.
        if (isNamed) expect([call, [200, 400, 404].includes(below)]).toEqual([call, true]);
        else expect([call, below]).toEqual([call, 404]);
        if (row.permission === 'anyone' || row.permission === 'visitor') continue;
        expect([call, await ask(visitor, row, address)]).toEqual([call, 401]);
      }
    }
  });

  async function ask({ cookie }: Visitor, { method }: Endpoint, address: string): Promise<number> {
    const answer = await fetch(app.origin + address, { method, headers: { cookie } });
    await answer.body?.cancel();
    return answer.status;
  }

  it('takes no cookie of another link, no changed one and none that is over', async () => {
    const [one, two] = [
      await visit((await shareRecording()).token),
      await visit((await shareRecording()).token),
    ];
    const at = (cookie: string) =>
      fetch(`${app.origin}/api/view/${one.view._id}`, { headers: { cookie } });
    expect((await at(one.cookie)).status).toBe(200);
    const ended = one.cookie.replace(/=\d+/, '=1700000000');
    for (const cookie of [two.cookie, `${one.cookie.slice(0, -2)}xx`, ended, '']) {
      expect(await codeOf(await at(cookie))).toEqual([401, 'view_closed']);
    }
  });

  it('gives signed pictures that need the link', async () => {
    const asked = `/api/take-screenshot?screenId=1:2&figmaUrl=${encodeURIComponent(test.figmaUrl)}`;
    await owner.get(asked);
    const visitor = await visit((await shareResults(owner, test._id)).token);
    const { userTimestamp } = await recordMessages(app, test, [press(1000, '1:2')]);
    const screens = await (await visitor.get(`/tests/${place(userTimestamp)}`)).text();
    const [url = ''] = /\/api\/view\/[^"]+signature=[^"]+/.exec(screens) ?? [];
    expect((await fetch(app.origin + url, { headers: { cookie: visitor.cookie } })).status).toBe(
      200,
    );
    const bare = url.replace(`/view/${visitor.view._id}`, '');
    expect((await fetch(app.origin + bare)).status).toBe(404);
  });
});

describe('an end', () => {
  const readers = {
    revoked: ({ _id }: { _id: string }) => owner.delete(`/api/view-links/${_id}`),
    expired: ({ _id }: { _id: string }) =>
      app.parts.db
        .updateTable('view_links')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('id', '=', _id)
        .execute(),
    deleted: () =>
      owner.delete(
        `/api/tests/${test._id}/recording/x/y/${encodeURIComponent(recorded.userTimestamp)}`,
      ),
  };

  it.each(Object.entries(readers))(
    '%s: every call and the page hear of it at once',
    async (_what, end) => {
      const { token, viewLink } = await shareRecording();
      const visitor = await visit(token);
      expect((await visitor.get('')).status).toBe(200);
      await end(viewLink);
      expect(await codeOf(await visitor.get(''))).toEqual([410, 'link_expired']);
      const video = await visitor.get(`/recording_data/${place(recorded.userTimestamp)}`);
      expect(video.status).toBe(410);
      expect(await codeOf(await open(app.origin, token))).toEqual([410, 'link_expired']);
    },
  );

  it('of the test leaves nothing of the link', async () => {
    const { token } = await shareResults(owner, test._id);
    const visitor = await visit(token);
    await owner.delete(`/api/tests/${test._id}/x/y`);
    expect((await visitor.get(`/tests/${test._id}/results`)).status).toBe(401);
    expect((await open(app.origin, token)).status).toBe(410);
  });

  it.each(['revoked', 'deleted'] as const)('%s: a video stops in the middle', async (how) => {
    const isResults = how === 'deleted';
    const { token, viewLink } = isResults
      ? await shareResults(owner, test._id)
      : await shareRecording();
    const { cookie, view } = await visit(token);
    const path = `/api/view/${view._id}/recording_data/${place(recorded.userTimestamp)}`;
    const asked = request(app.origin + path, { headers: { cookie } }).end();
    const [answer] = await once(asked, 'response');
    // Held back by its reader, as a paused player holds a film of hours back.
    const held = app.parts.viewAnswers;
    const raw = new (await import('node:stream')).PassThrough();
    held.watch(raw as never, {
      linkId: view._id,
      sessionId: isResults ? recorded.sessionId : null,
    });
    await readers[how](viewLink);
    await once(raw, 'close');
    answer.destroy();
    expect(raw.destroyed).toBe(true);
  });
});

describe('members', () => {
  it('see their links with views, and viewers make none', async () => {
    const { token, url, viewLink } = await shareRecording();
    expect(url).toBe(`${app.parts.publicUrl}/view/${token}`);
    expect(token).toMatch(/^[\w-]{22}$/);
    await visit(token);
    const [listed] = made<object[]>(await owner.get(`/api/tests/${test._id}/view-links`));
    expect(listed).toMatchObject({
      ...{ _id: viewLink._id, views: 1, state: 'open', title: `${NAME} · ${test.name}` },
      lastViewedAt: expect.any(String),
    });
    expect((await owner.get('/api/view-links')).body[0]).toEqual(listed);
    expect(JSON.stringify(listed)).not.toContain(token);
    const email = `viewer-${crypto.randomUUID()}@example.com`;
    const viewer = await joinTeam(app, { owner, email, role: 'viewer' });
    const thing = { kind: 'results' } as const;
    const input = { thing, days: 1, password: null, withNames: false, withDownloads: false };
    const asked = await viewer.post(`/api/tests/${test._id}/view-links`, input);
    expect(asked.body.code).toBe('member_only');
  });

  it('share nothing of another test or workspace', async () => {
    const stranger = await app.signIn(`s-${crypto.randomUUID()}@example.com`, { company: 'Other' });
    const form = { name: 'Theirs', task: 't', figmaUrl: app.parts.samplePrototypeUrl };
    const theirs = made<Test>(await stranger.post('/api/tests', form));
    const thing = { kind: 'recording', sessionId: recorded.sessionId } as const;
    const input = { thing, days: 1, password: null, withNames: false, withDownloads: false };
    expect((await stranger.post(`/api/tests/${theirs._id}/view-links`, input)).status).toBe(404);
    const other = made<Test>(await owner.post('/api/tests', form));
    expect((await owner.post(`/api/tests/${other._id}/view-links`, input)).status).toBe(404);
  });

  it('no token stands in a log', async () => {
    const { token } = await shareRecording();
    const visitor = await visit(token);
    await visitor.get('/recordings/none/poster');
    await open(app.origin, token.replace(/^./, 'A'));
    app.parts.securityLog.flush();
    expect(lines.join('')).toContain('view-link.made');
    expect(lines.join('')).not.toContain(token);
    expect(lines.join('')).not.toContain(visitor.cookie.split('=')[1]);
  });
});

describe('a password', () => {
  it('is asked for, and opens with the right one alone', async () => {
    const { token } = await shareRecording({ password: 'pässword one' });
    expect(await codeOf(await open(app.origin, token))).toEqual([401, 'view_password']);
    expect(await codeOf(await open(app.origin, token, 'wrong'))).toEqual([
      403,
      'view_password_wrong',
    ]);
    // The same letters, spelled in two characters.
    expect((await open(app.origin, token, 'pa\u0308ssword one')).status).toBe(200);
    const stored = await app.parts.db.selectFrom('view_links').select('password_hash').execute();
    const texts = stored.map(({ password_hash: text }) => text ?? '').filter(Boolean);
    expect(texts).toEqual([expect.stringMatching(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/)]);
  });

  it('tried thousands of times is computed a few times', async () => {
    const { token } = await shareRecording({ password: 'secret one' });
    const codes: string[] = [];
    for (let at = 0; at < 40; at += 1) {
      const tries = Array.from({ length: 50 }, async () => {
        const answer = await open(app.origin, token, `guess ${at}`);
        codes.push((await answer.json()).code);
      });
      await Promise.all(tries);
    }
    const computed = codes.filter((code) => code === 'view_password_wrong').length;
    expect(computed).toBeLessThanOrEqual(VIEW_PASSWORD_RATE.calls);
    expect(VIEW_PASSWORD_RATE_PER_LINK.calls).toBeGreaterThan(VIEW_PASSWORD_RATE.calls);
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(2000 - computed);
  });
});
