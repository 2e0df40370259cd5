// Tags of texts on the real app: given and taken off by two members, counted, searched by, and gone with the text.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Moments } from '#contract/moments.ts';
import type { AnswerTexts, TaggedTexts } from '#contract/result-questions.ts';
import type { ResultChoices } from '#contract/results.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { createStudy, STUDY, takeStudy } from '#testing/answered-study.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { bearer } from '#testing/participant.ts';
import { joinTeam } from '#testing/team.ts';
import { listen } from '#testing/update-events.ts';
import { openAsVisitor, shareResults } from '#testing/visitor.ts';

let app: TestApp;
let owner: TestClient;
let member: TestClient;
let test: Test;
let ada: StartedSession;
let grace: StartedSession;
let silent: StartedSession;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  member = await joinTeam(app, { owner, email: 'member@example.com' });
});
afterAll(() => app.close());
beforeEach(async () => {
  test = await createStudy(owner, app.parts.samplePrototypeUrl ?? '');
  ada = await take('Ada', { [STUDY.words]: 'The price.' });
  grace = await take('Grace', {
    [STUDY.words]: 'The map.',
    [STUDY.often]: { chosen: ['other'], other: 'Mornings' },
  });
  silent = await take('Hedy', { [STUDY.often]: { chosen: ['daily'] } });
});

const take = (name: string, answers: Parameters<typeof takeStudy>[2]['answers']) =>
  takeStudy(app.anyone, test, { name, answers });

interface Change {
  add?: unknown[];
  remove?: unknown[];
  by?: TestClient;
  step?: number;
}

const send = (
  sessions: readonly { _id: string }[],
  { add = [], remove = [], by = owner, step = STUDY.words }: Change,
) =>
  by.post(`/api/tests/${test._id}/results/questions/${step}/tags`, {
    ...{ sessions: sessions.map(({ _id }) => _id), add, remove },
  });
const change = async (...given: Parameters<typeof send>) =>
  successBody<TaggedTexts>(await send(...given)).texts;
const list = async (query = '', step: number = STUDY.words) =>
  successBody<AnswerTexts>(
    await owner.get(`/api/tests/${test._id}/results/questions/${step}/texts?${query}`),
  );
const tagsOf = async (query = '') =>
  (await list(query)).items.map(({ number, tags }) => [number, ...tags].join(' '));
const sendAnswer = async (session: StartedSession, step: number, answer: unknown) =>
  successBody(
    await app.anyone.send(`/api/sessions/${session._id}/answers/${step}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...bearer(session) },
      body: JSON.stringify({ answer }),
    }),
  );

it('has its people at the second in which they wrote the text', async () => {
  await change([ada], { add: ['price'] });
  await change([grace], { add: ['maps'] });
  const momentsOf = async (query: string) => {
    const path = `/api/tests/${test._id}/results/moments?of=answered&step=${STUDY.words}&${query}`;
    const { items, title } = successBody<Moments>(await owner.get(path));
    return {
      people: items.map(({ participantName }) => participantName),
      title,
      at: items[0]?.atMs,
    };
  };
  const { at } = await momentsOf('');
  expect(await momentsOf('textTag=price')).toEqual({
    people: ['Ada'],
    title: '1 person wrote a text with #price',
    at,
  });
  expect((await momentsOf('textTag=price,maps')).people).toEqual(['Ada', 'Grace']);
});

describe('a change of tags', () => {
  it('adds and takes off, on several texts at once, as they are stored', async () => {
    const texts = await change([grace, ada], { add: ['Price', 'MU\u0308LL', 'price'] });
    expect(new Set(texts.map(({ sessionId, tags }) => `${sessionId} ${tags}`))).toEqual(
      new Set([`${ada._id} price,müll`, `${grace._id} price,müll`]),
    );
    await change([ada], { add: ['map'], remove: ['PRICE', 'never-there'] });
    expect(await tagsOf()).toEqual(['2 price müll', '1 müll map']);
    await change([ada], { add: ['both'], remove: ['both'] });
    expect(await tagsOf()).toEqual(['2 price müll', '1 müll map']);
  });

  it('leaves out sessions without a text there', async () => {
    expect(await change([silent, ada], { add: ['price'] })).toEqual([
      { sessionId: ada._id, tags: ['price'] },
    ]);
  });

  it('loses nothing of two members at the same time', async () => {
    const tags = Array.from({ length: 10 }, (_, at) => `tag-${at}`);
    await Promise.all(
      tags.map((tag, at) => change(at % 2 ? [ada, grace] : [grace, ada], { add: [tag] })),
    );
    const removed = tags.slice(0, 5);
    await Promise.all(
      removed.map((tag, at) =>
        change([grace, ada], { remove: [tag], add: [`more-${at}`], by: at % 2 ? owner : member }),
      ),
    );
    const left = [...tags.slice(5), ...removed.map((_, at) => `more-${at}`)].sort();
    expect((await list()).items.map((text) => text.tags.toSorted())).toEqual([left, left]);
  });

  it('is refused when a text would have more than 20 tags, on all texts', async () => {
    const tags = Array.from({ length: 20 }, (_, at) => `tag-${at}`);
    await change([ada], { add: tags });
    const { status, body } = await send([grace, ada], { add: ['one-more'] });
    expect([status, body.fields]).toEqual([400, { add: 'A text can have at most 20 tags.' }]);
    expect((await list()).items.map(({ tags: of }) => of.length)).toEqual([0, 20]);
    await change([ada], { add: ['one-more'], remove: ['tag-0'] });
  });

  it('reaches pages that are open, as a note does', async () => {
    const stream = await listen(member);
    await change([ada], { add: ['price'] });
    const kinds = () => stream.changes.map(({ kind }) => kind);
    await expect.poll(kinds, { timeout: 10_000 }).toContain('session.noted');
    expect(kinds()).not.toContain('session.finished');
    stream.close();
  });

  it('is refused for other tests, other steps, deleted sessions and other workspaces', async () => {
    const other = await createStudy(owner, app.parts.samplePrototypeUrl ?? '');
    const theirs = await takeStudy(app.anyone, other, {
      ...{ name: 'Joan', answers: { [STUDY.words]: 'Theirs' } },
    });
    const stranger = await app.signIn('stranger@example.com', { company: 'Other' });
    const codes = await Promise.all(
      [
        send([theirs], { add: ['price'] }),
        send([silent], { add: ['price'] }),
        send([ada], { add: ['price'], step: STUDY.liked }),
        send([ada], { add: ['price'], step: STUDY.task }),
        send([ada], { add: ['price'], step: 99 }),
        send([ada], { add: ['price'], by: stranger }),
      ].map(async (answer) => (await answer).body.code),
    );
    expect(codes).toEqual(Array(6).fill('not_found'));
  });
});

describe('tags of texts', () => {
  it('narrow the list, beside the session filter of the same tags, and count people', async () => {
    await change([ada, grace], { add: ['useful'] });
    await change([grace], { add: ['map'] });
    const joan = await take('Joan', { [STUDY.words]: 'Nothing' });
    successBody(
      await owner.post(`/api/recordings/${joan._id}/notes`, { atMs: 0, text: 'Looks #map' }),
    );
    expect(await tagsOf('textTag=map')).toEqual(['2 useful map']);
    expect(await tagsOf('textTag=map,useful')).toEqual(['2 useful map', '1 useful']);
    expect(await tagsOf('untagged=1')).toEqual(['4']);
    expect(await tagsOf('tag=map')).toEqual(['4', '2 useful map']);
    const { people, untagged, tags, total } = await list('textTag=map');
    expect([people, untagged, total]).toEqual([3, 1, 1]);
    expect(tags.map(({ tag, people: of, share }) => [tag, of, share.n])).toEqual([
      ['useful', 2, 3],
      ['map', 1, 3],
    ]);
    const none = await list('textTag=nowhere');
    expect([none.items, none.total, none.people]).toEqual([[], 0, 3]);
  });

  it('are those of notes and clips: a filter of every call, and what it offers', async () => {
    await change([grace], { add: ['map'], step: STUDY.often });
    successBody(await owner.post(`/api/recordings/${ada._id}/notes`, { atMs: 0, text: '#map' }));
    successBody(await owner.post(`/api/recordings/${grace._id}/notes`, { atMs: 0, text: '#map' }));
    const ask = async (query: string) =>
      successBody<ResultChoices>(
        await owner.get(`/api/tests/${test._id}/results/choices?${query}`),
      );
    expect(await ask('tag=map')).toMatchObject({ people: 2, tags: [{ tag: 'map', people: 2 }] });
    await change([silent, grace], { remove: ['map'], add: ['rare'], step: STUDY.often });
    expect(await ask('tag=rare')).toMatchObject({ people: 1 });
    const recordings = await owner.get(`/api/tests/${test._id}/recordings?tag=rare`);
    expect(recordings.body.items.map(({ number }: { number: number }) => number)).toEqual([2]);
  });

  it('stay when the participant corrects the text, and go with it', async () => {
    await change([ada], { add: ['price'] });
    await change([grace], { add: ['map'], step: STUDY.often });
    await sendAnswer(ada, STUDY.words, 'The price, really.');
    expect(await list()).toMatchObject({
      items: [{ tags: [] }, { text: 'The price, really.', tags: ['price'] }],
    });
    await sendAnswer(ada, STUDY.words, null);
    await sendAnswer(ada, STUDY.words, 'Another.');
    await sendAnswer(grace, STUDY.often, { chosen: ['daily'] });
    await sendAnswer(grace, STUDY.often, { chosen: ['other'], other: 'Evenings' });
    expect(await tagsOf()).toEqual(['2', '1']);
    expect((await list('', STUDY.often)).items).toMatchObject([{ text: 'Evenings', tags: [] }]);
  });

  it('go when the participant withdraws', async () => {
    await change([ada, grace], { add: ['price'] });
    successBody(
      await app.anyone.send('/api/my-recording', {
        method: 'DELETE',
        headers: bearer({ token: ada.privateToken }),
      }),
    );
    const { people, tags } = await list();
    expect([people, tags.map(({ people: of }) => of)]).toEqual([1, [1]]);
    expect((await send([ada], { add: ['late'] })).body.code).toBe('not_found');
  });

  it('are read by visitors, as those of notes, who change none', async () => {
    await change([ada], { add: ['price'] });
    const { token } = await shareResults(owner, test._id);
    const visitor = await openAsVisitor(app.origin, token);
    const path = `/tests/${test._id}/results/questions/${STUDY.words}`;
    const { items } = (await (await visitor.get(`${path}/texts`)).json()) as AnswerTexts;
    expect(items.map(({ tags }) => tags)).toEqual([[], ['price']]);
  });
});
