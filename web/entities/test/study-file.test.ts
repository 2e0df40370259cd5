// Tests of a test as a study file: no numbers, conditions by place, pictures by other ids.
import { expect, it } from 'vitest';
import type { Step } from '#contract/steps.ts';
import { studyFile } from '#contract/study-file.ts';
import { picturesIn, stepInputs, withPictures } from './study-file.ts';

const [home, basket] = [
  'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
  'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12',
] as const;

const steps: Step[] = [
  {
    number: 7,
    kind: 'task',
    task: 'Find a plant.',
    figmaUrl: `picture:${home}`,
    picture: { mode: 'first_click', seconds: null, regions: [] },
    goal: null,
    asks: ['ease'],
  },
  {
    number: 4,
    kind: 'question',
    question: 'Which one?',
    help: '',
    isRequired: true,
    form: {
      type: 'single',
      options: [
        { id: 'o1', text: 'One', pictureId: home },
        { id: 'o2', text: 'Two', pictureId: basket },
      ],
      shuffled: true,
      other: false,
      none: false,
    },
    shownWhen: { step: 7, is: ['done'] },
  },
];

it('names earlier steps by their place, and passes the schema of files', () => {
  const inputs = stepInputs(steps);
  expect(inputs.map(({ number, shownWhen }) => [number, shownWhen])).toEqual([
    [undefined, undefined],
    [undefined, { at: 1, is: ['done'] }],
  ]);
  const file = { format: 'tryout-study', version: 1, name: 'Plants', steps: inputs };
  expect(studyFile.safeParse(file).success).toBe(true);
});

it('lists each picture once, and gives them other ids', () => {
  const inputs = stepInputs(steps);
  expect(picturesIn(inputs)).toEqual([home, basket]);
  const other = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a13';
  expect(picturesIn(withPictures(inputs, new Map([[home, other]])))).toEqual([other, basket]);
});
