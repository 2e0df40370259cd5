// Texts of participants in the answers to visitors of links: there by default, and left out where the link says so.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import type { ViewLink, ViewLinkInput } from '#contract/view-links.ts';
import { createStudy, STUDY, takeStudy } from '#testing/answered-study.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { bearer } from '#testing/participant.ts';
import { openAsVisitor, share } from '#testing/visitor.ts';

let app: TestApp;
let owner: TestClient;
let test: Test;
let session: StartedSession;

const WRITTEN = /Zebra-\w+/g;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  test = await createStudy(owner, app.parts.samplePrototypeUrl ?? '');
  const answers = {
    [STUDY.often]: { chosen: ['other'], other: 'Zebra-other' },
    [STUDY.words]: 'Zebra-text',
  };
  session = await takeStudy(app.anyone, test, { name: 'Ada', answers });
  const card = { step: STUDY.task, didIt: true, ease: 6, helped: 'Zebra-helped' };
  successBody(
    await app.anyone.send(`/api/sessions/${session._id}/answers`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...bearer(session) },
      body: JSON.stringify(card),
    }),
  );
  const number = { number: 'people', moments: 'of=answered&step=9', filter: 'text=Zebra-text' };
  const evidence = [{ kind: 'number', number }];
  const finding = { sentence: 'Found', evidence };
  successBody(await owner.post(`/api/tests/${test._id}/findings`, finding));
});
afterAll(() => app.close());

/** Returns the answers to a visitor of the results and of the report, by path. */
async function read(more: Partial<ViewLinkInput>): Promise<Map<string, unknown>> {
  const tests = `/tests/${test._id}`;
  const answers = new Map<string, unknown>();
  const opened = await openAsVisitor(
    app.origin,
    (await share(owner, test._id, { thing: { kind: 'results' }, withNames: true, ...more })).token,
  );
  const { items } = (await (await opened.get(`${tests}/recordings`)).json()) as {
    items: { userTimestamp: string }[];
  };
  const name = encodeURIComponent(items[0]?.userTimestamp ?? '');
  const detail = `/tests/${'-'.repeat(22)}/${test._id}/Acme/Shop/${name}`;
  const results = [
    '',
    '/overview',
    '/questions/2',
    '/questions/9',
    '/choices',
    '/moments?of=people',
  ];
  for (const path of [
    `${tests}/recordings`,
    detail,
    ...results.map((rest) => `${tests}/results${rest}`),
    ...['2', '9', '9?search=Zebra', '9?search=Horse'].map(
      (step) => `${tests}/results/questions/${step.replace(/^\d+/, '$&/texts')}`,
    ),
  ]) {
    const answer = await opened.get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    answers.set(path === detail ? 'recording' : path.replace(tests, ''), await answer.json());
  }
  const ofReport = await share(owner, test._id, {
    ...{ thing: { kind: 'report' }, withNames: true, ...more },
  });
  const reader = await openAsVisitor(app.origin, ofReport.token);
  answers.set('report', await (await reader.get(`${tests}/report`)).json());
  return answers;
}

const wordsIn = (answer: unknown) => [...new Set(JSON.stringify(answer).match(WRITTEN))];

it('a link that does not say otherwise shows them', async () => {
  const { viewLink } = await share(owner, test._id, { thing: { kind: 'results' } });
  expect(viewLink).toMatchObject({ withTexts: true });
  const answers = await read({});
  const words = Object.fromEntries([...answers].map(([path, answer]) => [path, wordsIn(answer)]));
  expect(words).toMatchObject({
    '/recordings': ['Zebra-helped'],
    recording: ['Zebra-helped', 'Zebra-other', 'Zebra-text'],
    '/results': ['Zebra-helped'],
    '/results/questions/2/texts': ['Zebra-other'],
    '/results/questions/9/texts': ['Zebra-text'],
    report: ['Zebra-text'],
  });
});

it('a link without them has their number alone, and no search that could guess them', async () => {
  const answers = await read({ withTexts: false });
  for (const [path, answer] of answers) expect([path, wordsIn(answer)]).toEqual([path, []]);
  expect(answers.get('/results')).toMatchObject({
    helped: 1,
    comments: [{ text: '[left out]', participantName: 'Ada' }],
  });
  expect(answers.get('/results/questions/9')).toMatchObject({ answered: 1, texts: 1 });
  for (const rest of ['', '?search=Zebra', '?search=Horse']) {
    expect(answers.get(`/results/questions/9/texts${rest}`)).toMatchObject({
      ...{ items: [], nextCursor: null, total: 1 },
    });
  }
  expect(answers.get('recording')).toMatchObject({
    answers: { didIt: true, ease: 6, helped: '[left out]' },
    questions: expect.arrayContaining([
      expect.objectContaining({ answer: { chosen: ['other'], other: '[left out]' } }),
      expect.objectContaining({ answer: '[left out]' }),
    ]),
  });
  const links = successBody<ViewLink[]>(await owner.get(`/api/tests/${test._id}/view-links`));
  expect(links.filter(({ withTexts }) => !withTexts)).toHaveLength(2);
});
