// Merges what two people typed in the same form: field by field, with the steps that each added, moved and removed.
import type { StepValues, TestValues } from '#web/entities/test/form-values.ts';
import { mergeOrder } from '#web/lib/merge-edits.ts';
import { isSame } from './goal-draft.ts';
import { isSameTyped } from './test-changes.ts';

/**
 * Takes over what another person changed, except where this form was changed. A step that one removed and the other
 * changed stays.
 * @param before the values that both began with
 * @param now the other person's values
 */
export function mergedValues(before: TestValues, typed: TestValues, now: TestValues): TestValues {
  const steps = mergedKeys(before, typed, now).flatMap(
    (key) => mergedStep(...stepIn(key, before, typed, now)) ?? [],
  );
  return { name: typed.name === before.name ? now.name : typed.name, steps };
}

function mergedKeys(before: TestValues, typed: TestValues, now: TestValues): string[] {
  const [mine, theirs] = [keysOf(typed), keysOf(now)];
  const base = keysOf(before).filter((key) => {
    const [old, here, there] = stepIn(key, before, typed, now);
    const changed = here ?? there;
    return (here !== undefined) === (there !== undefined) || isSame(changed, old);
  });
  const others = theirs.filter((key) => !mine.includes(key) && !base.includes(key));
  const own = mine.filter((key) => theirs.includes(key) || !base.includes(key));
  return mergeOrder(base, mine, theirs) ?? [...own, ...others];
}

const keysOf = ({ steps }: TestValues) => steps.map(({ key }) => key);

function stepIn(key: string, ...values: TestValues[]) {
  return values.map(({ steps }) => steps.find((step) => step.key === key));
}

/** A step's kind never changes, so all three have the same fields. */
function mergedStep<Values extends StepValues>(
  before?: Values,
  typed?: Values,
  now?: Values,
): Values | undefined {
  if (!typed || !before) return typed ?? now;
  // The other person deleted the step, so saving adds it again.
  if (!now) return { ...typed, number: null };
  return { ...now, ...changedFields(typed, before) };
}

/** Returns the fields that differ from those before. */
function changedFields<Values extends object>(values: Values, before: object): Partial<Values> {
  const old = new Map(Object.entries(before));
  const changed = Object.entries(values).filter(([name, value]) => !isSame(value, old.get(name)));
  return Object.fromEntries(changed) as Partial<Values>;
}

/** Returns the values with the number of each step as it is stored; others are new. */
export function withStoredNumbers(values: TestValues, stored: TestValues): TestValues {
  const numbers = new Map(stored.steps.map(({ key, number }) => [key, number]));
  const steps = values.steps.map((step) => ({ ...step, number: numbers.get(step.key) ?? null }));
  return { ...values, steps };
}

interface StoredKeys {
  /** The test's values before and after the change. */
  before: TestValues;
  now: TestValues;
  /** The draft was saved: its new steps are those of the test, in their order. */
  isSaved: boolean;
}

/**
 * Finds the keys that new steps of a form have since they were stored, by content, and by order if the draft was saved.
 * @returns the function that gives values of the same form these keys
 */
export function storedKeys(
  form: TestValues,
  { before, now, isSaved }: StoredKeys,
): (values: TestValues) => TestValues {
  const known = new Set([...keysOf(before), ...keysOf(form)]);
  const added = now.steps.filter(({ key }) => !known.has(key));
  const fresh = form.steps.filter(({ number }) => number === null);
  const keys = new Map<string, string>();
  for (const step of fresh) {
    const same = added.find(
      (one) => hasSameContent(one, step) && ![...keys.values()].includes(one.key),
    );
    if (same) keys.set(step.key, same.key);
  }
  const kinds = (steps: readonly StepValues[]) => steps.map(({ kind }) => kind).join(' ');
  if (isSaved && kinds(added) === kinds(fresh)) {
    for (const [at, { key }] of fresh.entries()) keys.set(key, added[at]?.key ?? key);
  }
  return (values) => withKeys(values, keys);
}

function hasSameContent(one: StepValues, other: StepValues): boolean {
  const [first, second] = [one, other].map((step) => {
    const { key, number, shownWhen, ...content } = step;
    return content.kind === 'task' ? { ...content, goal: null, goalRegions: null } : content;
  });
  return isSameTyped(first, second);
}

function withKeys({ name, steps }: TestValues, keys: ReadonlyMap<string, string>): TestValues {
  const keyOf = (key: string) => keys.get(key) ?? key;
  return {
    name,
    steps: steps.map((step) => ({
      ...step,
      key: keyOf(step.key),
      shownWhen: step.shownWhen && { ...step.shownWhen, on: keyOf(step.shownWhen.on) },
    })),
  };
}
