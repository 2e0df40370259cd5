// Calls of visitors of results and of a recording on the real app: without names, and nothing of another link's
// content.
import { describe, expect, it } from 'vitest';
import { joinUserTimestamp } from '#contract/paths.ts';
import { successBody } from '#testing/client.ts';
import { codeOf, SHARED_NAME, sharedTest } from '#testing/shared-test.ts';
import { giveTranscript, segmentOf } from '#testing/transcripts.ts';
import { shareResults } from '#testing/visitor.ts';

const s = sharedTest();
const timestampOf = (userTimestamp: string) => Number(userTimestamp.split('_').at(-1));

describe('a visitor', () => {
  it('of results sees numbers, recordings and pictures, and no name, share id or prototype [8.2.3, 15.3.1]', async () => {
    const { token } = await shareResults(s.owner, s.test._id);
    const visitor = await s.visit(token);
    const decision = { outcome: 'direct', basedOn: null };
    successBody(await s.owner.put(`/api/recordings/${s.recorded.sessionId}/outcome`, decision));
    expect(visitor.view).toMatchObject({ title: 'Shop <b>"&', recording: null });
    const nameless = joinUserTimestamp('Participant 1', timestampOf(s.recorded.userTimestamp));
    const calls = [
      `/tests/${s.test._id}/overview`,
      ...['', '/choices', '/screens', '/paths', '/moments?of=people'].map(
        (rest) => `/tests/${s.test._id}/results${rest}`,
      ),
      `/tests/${s.test._id}/recordings`,
      `/tests/${s.place(nameless)}`,
      `/recordings/${s.recorded.sessionId}/notes`,
    ];
    for (const path of calls) {
      const answer = await visitor.get(path);
      const text = await answer.text();
      expect([path, answer.status]).toEqual([path, 200]);
      for (const secret of ['Grace', 'owner@example.com', s.test.uniqueId, '/proto/']) {
        expect(text).not.toContain(secret);
      }
    }
    const { items } = await (await visitor.get(`/tests/${s.test._id}/recordings`)).json();
    expect(items[0]).toMatchObject({
      participantName: 'Participant 1',
      userTimestamp: nameless,
      posterUrl: expect.stringMatching(`^/api/view/${visitor.view._id}/recordings/`),
    });
    const detail = await (await visitor.get(`/tests/${s.place(nameless)}`)).json();
    expect(detail.judged.override).toMatchObject({ by: 'a member', outcome: 'direct' });
    for (const address of [detail.videoUrl, items[0].posterUrl, detail.stills[0].url]) {
      const answer = await fetch(s.app.origin + address, { headers: { cookie: visitor.cookie } });
      expect([address, answer.status]).toEqual([address, 200]);
      expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect((await fetch(s.app.origin + address)).status).toBe(401);
    }
  });

  it('reads and finds what was said, as it was spoken, without who corrected it', async () => {
    const { sessionId } = s.recorded;
    const segments = [segmentOf(500, 'I am Grace where is the plant'), segmentOf(9000, 'bye')];
    const runId = await giveTranscript(s.app.parts.db, { sessionId }, { segments });
    const corrected = `/api/recordings/${sessionId}/transcript/segments/1`;
    successBody(await s.owner.put(corrected, { text: 'Goodbye', madeBy: runId, version: 0 }));
    for (const link of [await shareResults(s.owner, s.test._id), await s.shareRecording()]) {
      const visitor = await s.visit(link.token);
      const text = await (await visitor.get(`/recordings/${sessionId}/transcript`)).text();
      const transcript = JSON.parse(text);
      expect(text).not.toMatch(/owner@example\.com|recogniser\.example|"bye"/);
      expect(transcript.segments.map(({ text }: { text: string }) => text)).toEqual([
        'I am Grace where is the plant',
        'Goodbye',
      ]);
      const captions = await visitor.get(`/recordings/${sessionId}/transcript/file/vtt`);
      expect(await captions.text()).toContain('where is the plant');
      const download = `/recordings/${sessionId}/transcript/file/txt?download=1`;
      expect(await codeOf(await visitor.get(download))).toEqual([404, 'not_found']);
    }
    const visitor = await s.visit((await shareResults(s.owner, s.test._id)).token);
    const found = await visitor.get(`/tests/${s.test._id}/transcripts/search?words=plants`);
    expect((await found.json()).items).toMatchObject([
      {
        participantName: 'Participant 1',
        segment: 0,
        userTimestamp: expect.stringMatching(/^Participant 1_/),
      },
    ]);
    const counts = await (await visitor.get(`/tests/${s.test._id}/transcripts`)).json();
    expect(counts).toMatchObject({ server: null, recordings: 1, states: { ready: 1 } });
  });

  it('searches as members do with a link that shows names and texts', async () => {
    const { token } = await s.share({ kind: 'results' }, { withNames: true, withTexts: true });
    const visitor = await s.visit(token);
    const path = `/tests/${s.test._id}/recordings`;
    const found = async (query: string) =>
      (await (await visitor.get(`${path}?search=${query}`)).json()).total;
    const totals = [await found('grace'), await found('ada')];
    expect(totals).toEqual([1, 0]);
  });

  it('cannot find a name out by searching for it', async () => {
    const { token } = await shareResults(s.owner, s.test._id);
    const visitor = await s.visit(token);
    for (const query of ['search=nobody', 'text=nobody']) {
      const { total } = await (
        await visitor.get(`/tests/${s.test._id}/recordings?${query}`)
      ).json();
      expect([query, total]).toEqual([query, 1]);
    }
    for (const field of ['text', 'parameter']) {
      const answer = await visitor.get(
        `/tests/${s.test._id}/results/comparison?field=${field}&a=Grace:1&b=Ada:1`,
      );
      expect([field, ...(await codeOf(answer))]).toEqual([field, 400, 'bad_input']);
    }
  });

  it('sees names and downloads where they are switched on, and not where they are not', async () => {
    const download = `/recording_data/${s.place()}?download=named`;
    const without = await s.visit((await s.shareRecording()).token);
    expect(await codeOf(await without.get(download))).toEqual([404, 'not_found']);
    const { token } = await s.shareRecording({ withNames: true, withDownloads: true });
    const visitor = await s.visit(token);
    expect(visitor.view.title).toBe(`${SHARED_NAME} · Shop <b>"&`);
    const answer = await visitor.get(download);
    expect(answer.headers.get('content-disposition')).not.toContain('Grace');
    const detail = await (await visitor.get(`/tests/${s.place()}`)).json();
    expect(detail).toMatchObject({
      participantName: SHARED_NAME,
      ...(s.recorded.userTimestamp && {}),
    });
  });

  it('of one recording reaches no other, no list and no results', async () => {
    const other = await s.record('Alan');
    const visitor = await s.visit((await s.shareRecording()).token);
    const own = joinUserTimestamp('Participant 1', timestampOf(s.recorded.userTimestamp));
    const detail = await (await visitor.get(`/tests/${s.place(own)}`)).json();
    expect(detail.place).toEqual({ position: 1, total: 1, newer: null, older: null });
    const refused = [
      `/tests/${s.place(other.userTimestamp)}`,
      `/recording_data/${s.place(other.userTimestamp)}`,
      `/recordings/${other.sessionId}/poster`,
      `/recordings/${other.sessionId}/stills/0`,
      `/recordings/${other.sessionId}/heatmaps/1:2`,
      `/recordings/${other.sessionId}/notes`,
      `/recordings/${other.sessionId}/transcript`,
      `/recordings/${other.sessionId}/transcript/file/vtt`,
      `/tests/${s.test._id}/transcripts`,
      `/tests/${s.test._id}/transcripts/search?words=plant`,
      `/tests/${s.test._id}/recordings`,
      `/tests/${s.test._id}/results`,
      `/tests/${s.test._id}/overview`,
    ];
    for (const path of refused) {
      expect([path, (await visitor.get(path)).status]).toEqual([path, 404]);
    }
  });

  it('of one test reaches nothing of another', async () => {
    const { token } = await shareResults(s.owner, s.test._id);
    s.test = await s.newTest('Other');
    const theirs = await s.record('Alan');
    const visitor = await s.visit(token);
    for (const path of [
      `/tests/${s.test._id}/results`,
      `/tests/${s.test._id}/recordings`,
      `/tests/${s.place(theirs.userTimestamp)}`,
      `/recordings/${theirs.sessionId}/poster`,
      `/recordings/${theirs.sessionId}/transcript`,
      `/tests/${s.test._id}/transcripts/search?words=plant`,
    ]) {
      expect([path, (await visitor.get(path)).status]).toEqual([path, 404]);
    }
  });
});
