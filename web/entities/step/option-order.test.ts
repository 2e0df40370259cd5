// The order of options: all of them, the same for a session, each place equally often for each option.
import { expect, it } from 'vitest';
import { optionsInOrder } from './option-order.ts';

const options = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, text: id }));
const form = { type: 'single', options, shuffled: true, other: true, none: true } as const;
const order = (sessionId: string, step = 3) =>
  optionsInOrder(form, { sessionId, step }).map(({ id }) => id);

it('is as given where options are not shuffled', () => {
  const given = optionsInOrder(
    { ...form, shuffled: false, other: false },
    { sessionId: 's', step: 1 },
  );
  expect(given.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e', 'none']);
});

it('has each option once, and the fixed ones last', () => {
  for (let session = 0; session < 100; session += 1) {
    const ids = order(`session ${session}`);
    expect(ids.slice(0, 5).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(ids.slice(5)).toEqual(['other', 'none']);
  }
});

it('is the same again, and another for another session and step', () => {
  expect(order('019a')).toEqual(order('019a'));
  const orders = new Set(Array.from({ length: 50 }, (_, at) => order(`019${at}`).join()));
  expect(orders.size).toBeGreaterThan(25);
  expect(new Set([1, 2, 3, 4].map((step) => order('019a', step).join())).size).toBeGreaterThan(1);
});

it('puts each option in each place about equally often', () => {
  const sessions = 5000;
  const counts = new Map<string, number>();
  for (let session = 0; session < sessions; session += 1) {
    for (const [place, id] of order(`0198f0c2-${session}`).slice(0, 5).entries()) {
      counts.set(`${id}${place}`, (counts.get(`${id}${place}`) ?? 0) + 1);
    }
  }
  expect(counts.size).toBe(25);
  // Four standard deviations of a share of one fifth are 0.023.
  for (const count of counts.values()) expect(Math.abs(count / sessions - 0.2)).toBeLessThan(0.023);
});
