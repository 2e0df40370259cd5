// The report alone: its cover is what the Summary shows, findings have severity, recommendation and a marked picture.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Report } from '#contract/findings.ts';
import type { ResultSummary } from '#contract/results.ts';
import { successBody } from '#testing/client.ts';
import { GOAL_SCREEN } from '#testing/random-people.ts';
import { openWorld, type World } from '#testing/reference-counts.ts';
import { boxAround } from './report-pictures.ts';

let world: World;
let path: string;

beforeAll(async () => {
  world = await openWorld();
  path = `/api/tests/${world.testId}`;
});
afterAll(() => world.app.close());

const add = async (input: object) =>
  successBody<Finding>(await world.owner.post(`${path}/findings`, { sentence: 'Found', ...input }));
const report = async () => successBody<Report>(await world.owner.get(`${path}/report`));

it('the cover has the numbers of the Summary, with the names of the goal and the definitions', async () => {
  const summary = await world.ask<ResultSummary>('', '');
  const { cover } = await report();
  expect(cover).toMatchObject({
    revision: 2,
    people: summary.people,
    success: summary.success,
    outcomes: summary.outcomes,
    timeToGoal: summary.timeToGoal?.average,
    ease: summary.ease.average,
  });
  expect(cover.goalScreens).toHaveLength(1);
  expect(cover.definitions.success).toContain('Reached the goal');
});

describe('severity and recommendation', () => {
  it('are stored, stay where a change leaves them out, and can be taken back', async () => {
    const added = await add({ severity: 3, recommendation: 'Make it a link.' });
    const { id, version } = added;
    expect(added).toMatchObject({ severity: 3, recommendation: 'Make it a link.' });
    const texts = { sentence: 'Other', text: '', evidence: [] };
    const renamed = successBody<Finding>(
      await world.owner.put(`/api/findings/${id}`, { version, ...texts }),
    );
    expect(renamed).toMatchObject({ severity: 3, recommendation: 'Make it a link.' });
    const cleared = successBody<Finding>(
      await world.owner.put(`/api/findings/${id}`, {
        ...{ version: renamed.version, ...texts },
        ...{ severity: null, recommendation: '' },
      }),
    );
    expect(cleared).toMatchObject({ severity: null, recommendation: '', version: version + 2 });
  });

  it('without a change make no version', async () => {
    const { id, version } = await add({ severity: 2 });
    const same = { version, sentence: 'Found', text: '', evidence: [], severity: 2 };
    const answer = successBody<Finding>(await world.owner.put(`/api/findings/${id}`, same));
    expect(answer.version).toBe(version);
  });

  it.each([0, 5, 2.5])('a severity of %s is refused', async (severity) => {
    const body = { sentence: 'S', severity };
    expect(await world.owner.post(`${path}/findings`, body)).toMatchObject({ status: 400 });
  });
});

describe('the picture of a finding', () => {
  const number = (moments: string | null) => ({
    kind: 'number',
    number: { number: 'people', filter: '', moments, title: 'People', subtitle: '' },
  });
  const pictureOf = async (evidence: object[]) => {
    const { id } = await add({ evidence });
    const { findings } = await report();
    return findings.find((finding) => finding.id === id)?.picture;
  };

  it.each([
    ['a screen', 'of=visited&at=2', null],
    [
      'a spot of 48 px',
      'of=clicked&at=2&layer=missed&place=spot:3,4',
      { x: 72, y: 96, width: 48, height: 48 },
    ],
    [
      'what a lasso encloses',
      'of=clicked&at=2&area=10:20,40:25,30:60',
      { x: 10, y: 20, width: 30, height: 40 },
    ],
  ])('shows %s', async (_, moments, area) => {
    expect(await pictureOf([number(moments)])).toMatchObject({ screen: { number: 2 }, area });
  });

  it('is that of the first number about a screen', async () => {
    const evidence = [number('of=people'), number(`of=visited&at=${GOAL_SCREEN}`)];
    const picture = await pictureOf([...evidence, number('of=visited&at=2')]);
    expect(picture?.screen.number).toBe(GOAL_SCREEN);
    expect(await pictureOf([number('of=people')])).toBeNull();
    expect(await pictureOf([number('of=visited&at=9999')])).toBeNull();
  });
});

it('a box encloses all corners of a lasso', () => {
  expect(boxAround(['-5:8', '10.5:2', '3:30'])).toEqual({ x: -5, y: 2, width: 15.5, height: 28 });
});
