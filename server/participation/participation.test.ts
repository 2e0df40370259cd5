// The way in which people take part: what the link answers, which parameters a session keeps, and where they can be read.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Exported } from '#contract/exports.ts';
import type { ExportId } from '#contract/ids.ts';
import { PLAIN_PARTICIPATION } from '#contract/participation.ts';
import type { RecordingDetail } from '#contract/recordings.ts';
import type { ResultChoices, ResultSummary } from '#contract/results.ts';
import type { Test } from '#contract/tests.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { recordSession } from '#testing/participant.ts';
import { readCsv, readZip } from '#testing/read-zip.ts';
import { openAsVisitor, share } from '#testing/visitor.ts';

let app: TestApp;
let owner: TestClient;
let test: Test;

const COMPLETED = 'https://panel.example/done?id={{PID}}&s={{session}}';

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const input = { name: 'Shop, version B', task: 'Buy a plant', figmaUrl: 'https://example.org/x' };
  test = successBody(await owner.post('/api/tests', input));
});
afterAll(() => app.close());

const path = () => `/api/tests/${test._id}/participation`;
const change = (body: object) => owner.patch(path(), body);
const link = async () => (await app.anyone.get(`/api/link/${test.uniqueId}`)).body;

it('is plain before something is chosen: the link answers nothing of it', async () => {
  expect(successBody(await owner.get(path()))).toEqual(PLAIN_PARTICIPATION);
  expect(await link()).toMatchObject({ participation: null, test: { name: 'Shop, version B' } });
});

it('changes the fields that are there, and tells participants the title instead of the name', async () => {
  successBody(await change({ title: 'A plant shop' }));
  expect((await link()).participation).toBeNull();
  const redirects = { ...PLAIN_PARTICIPATION.redirects, completed: COMPLETED };
  const changed = await change({ parameters: ['PID', 'STUDY'], nameFrom: 'PID', redirects });
  expect(successBody(changed)).toMatchObject({ title: 'A plant shop', nameFrom: 'PID' });
  const { participation, test: shared } = await link();
  expect(shared.name).toBe('A plant shop');
  expect(participation).toEqual({
    welcome: '',
    thanks: '',
    parameters: ['PID', 'STUDY'],
    nameFrom: 'PID',
    redirects,
    devices: PLAIN_PARTICIPATION.devices,
    consent: null,
    screener: [],
  });
});

const asList = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

describe('the parameters of a session', () => {
  const begin = async (name: string, parameters: Record<string, string>) => {
    const session = await recordSession(app.anyone, test, { name, parameters: asList(parameters) });
    const { items } = successBody<{ items: { id: string; userTimestamp: string }[] }>(
      await owner.get(`/api/tests/${test._id}/recordings`),
    );
    const { userTimestamp = '' } = items.find(({ id }) => id === session._id) ?? {};
    return { session, userTimestamp };
  };
  const detailPath = (userTimestamp: string) =>
    `${test.uniqueId}/${test._id}/Acme/Shop/${encodeURIComponent(userTimestamp)}`;
  let first: Awaited<ReturnType<typeof begin>>;

  beforeAll(async () => {
    first = await begin('Ada', { PID: 'a,b:c', STUDY: '7', other: 'x' });
    await begin('Grace', { PID: '\u0000 ', STUDY: '7' });
    await begin('Alan', { STUDY: '8' });
  });

  it('are those that the test keeps, on the recording’s page', async () => {
    const answer = await owner.get(`/api/tests/${detailPath(first.userTimestamp)}`);
    expect(successBody<RecordingDetail>(answer).parameters).toEqual(
      asList({ PID: 'a,b:c', STUDY: '7' }),
    );
  });

  it('are a filter, several values of one or several parameters', async () => {
    const people = async (parameter: string) => {
      const query = new URLSearchParams({ parameter, outcome: 'not_measurable' });
      const answer = await owner.get(`/api/tests/${test._id}/results?${query}`);
      return successBody<ResultSummary>(answer).people;
    };
    expect(await people('STUDY:7')).toBe(2);
    expect(await people('STUDY:7,STUDY:8')).toBe(3);
    expect(await people('STUDY:7,PID:a%2Cb%3Ac')).toBe(1);
    expect(await people('other:x')).toBe(0);
    const choices = successBody<ResultChoices>(
      await owner.get(`/api/tests/${test._id}/results/choices?outcome=not_measurable`),
    );
    expect(choices.parameters).toEqual([
      { name: 'PID', value: 'a,b:c', people: 1 },
      { name: 'STUDY', value: '7', people: 2 },
      { name: 'STUDY', value: '8', people: 1 },
    ]);
  });

  it('are columns of an export with names alone', async () => {
    const columnsOf = async (names: boolean) => {
      const takes = { names, videos: false, heatmaps: false, messages: false };
      const { id } = successBody<Exported>(
        await owner.post(`/api/tests/${test._id}/exports?parameter=STUDY%3A7`, takes),
      );
      await jobHandlers(app.parts)['exports.prepare']({ exportId: id as ExportId });
      const archive = await owner.fetch(`/api/exports/${id}/archive`);
      const files = await readZip(Buffer.from(await archive.arrayBuffer()));
      return readCsv(files.get('sessions.csv')).map((row) => [
        row.parameter_PID,
        row.parameter_STUDY,
      ]);
    };
    expect(await columnsOf(true)).toEqual([
      ['a,b:c', '7'],
      ['', '7'],
    ]);
    expect(await columnsOf(false)).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('are hidden from visitors of a link without names', async () => {
    const thing = { kind: 'recording', sessionId: first.session._id } as const;
    const parametersFor = async (withNames: boolean) => {
      const { token } = await share(owner, test._id, { thing, withNames });
      const visitor = await openAsVisitor(app.origin, token);
      const { uniqueId, testId, userTimestamp } = visitor.view.recording ?? {};
      const address = `/tests/${uniqueId}/${testId}/Acme/Shop/${encodeURIComponent(userTimestamp ?? '')}`;
      return (await (await visitor.get(address)).json()).parameters;
    };
    expect(await parametersFor(true)).toEqual(asList({ PID: 'a,b:c', STUDY: '7' }));
    expect(await parametersFor(false)).toEqual([]);
  });

  it('are no filter for visitors of a link without names', async () => {
    const peopleFor = async (withNames: boolean) => {
      const { token } = await share(owner, test._id, { thing: { kind: 'results' }, withNames });
      const visitor = await openAsVisitor(app.origin, token);
      const query = 'parameter=STUDY%3A8&outcome=not_measurable';
      return (await (await visitor.get(`/tests/${test._id}/results?${query}`)).json()).people;
    };
    expect(await peopleFor(true)).toBe(1);
    expect(await peopleFor(false)).toBe(3);
  });

  it('go with a withdrawal', async () => {
    const headers = { authorization: `Bearer ${first.session.privateToken}` };
    await app.anyone.send('/api/my-recording', { method: 'DELETE', headers });
    const choices = successBody<ResultChoices>(
      await owner.get(`/api/tests/${test._id}/results/choices?outcome=not_measurable`),
    );
    expect(choices.parameters.map(({ name }) => name)).toEqual(['STUDY', 'STUDY']);
  });
});

it('hands everything to a client that sends it back', async () => {
  const all = successBody<object>(await owner.get(path()));
  expect(successBody(await change(all))).toEqual(all);
});

it('refuses a value of 201 characters at the start', async () => {
  const body = { name: 'Ada', parameters: asList({ PID: 'x'.repeat(201) }) };
  const { status } = await app.anyone.post(`/api/link/${test.uniqueId}/sessions`, body);
  expect(status).toBe(400);
});
