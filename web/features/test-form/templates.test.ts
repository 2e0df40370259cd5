// Tests of the templates: with a link and pictures, each is a test that can be created.
import { expect, it } from 'vitest';
import { conditionProblem, screeningProblem } from '#contract/conditions.ts';
import { stepsInput } from '#contract/step-inputs.ts';
import { orderProblem } from '#contract/step-order.ts';
import { isTask } from '#contract/steps.ts';
import { isCompleteStep, stepBody, stepsOfValues } from '#web/entities/test/form-values.ts';
import { templates } from './templates.ts';

it.each(templates)('$label can be created once its links are there', ({ steps: make }) => {
  const steps = make().map((step) => {
    if (!isTask(step)) return step;
    const picture = 'picture:a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11';
    return { ...step, figmaUrl: step.picture ? picture : 'https://example.org/shop' };
  });
  expect(stepsInput.safeParse(steps.map((step) => stepBody(step, steps))).error).toBeUndefined();
  expect(steps.every(isCompleteStep)).toBe(true);
  const stored = stepsOfValues(steps);
  for (const at of steps.keys()) {
    expect(conditionProblem(stored, at)).toBeNull();
    expect(screeningProblem(stored, at)).toBeNull();
    expect(orderProblem(stored, at)).toBeNull();
  }
  expect(steps.find(isTask)?.picture).toEqual(make().find(isTask)?.picture);
});

it('has steps of its own each time', () => {
  const keys = templates.flatMap(({ steps }) => [...steps(), ...steps()]).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
