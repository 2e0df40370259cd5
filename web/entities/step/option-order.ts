// The order of a question's options for one session: the same after a reload and after *Back*, another for each session.
import { NONE, OTHER, type QuestionForm } from '#contract/questions.ts';

type Choice = Extract<QuestionForm, { type: 'single' | 'several' }>;

/** Returns the options as they are shown: *other* and *none of these* are last. */
export function optionsInOrder(
  { options, shuffled, other, none }: Choice,
  { sessionId, step }: { sessionId: string; step: number },
): Choice['options'] {
  return [
    ...(shuffled ? shuffle(options, hash(`${sessionId} ${step}`)) : options),
    ...(other ? [{ id: OTHER, text: 'Other' }] : []),
    ...(none ? [{ id: NONE, text: 'None of these' }] : []),
  ];
}

/** The shuffle of Fisher and Yates. */
function shuffle<T>(items: readonly T[], seed: number): T[] {
  const random = mulberry32(seed);
  const rest = [...items];
  const order: T[] = [];
  while (rest.length > 0) order.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return order;
}

/** FNV-1a with 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return value >>> 0;
}

/** The generator Mulberry32 (Tommy Ettinger, public domain). Returns numbers from 0 to below 1. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
