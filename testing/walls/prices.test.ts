// The price list: every call that needs no account has a price, and stays within a twentieth of a core.
import { expect, it } from 'vitest';
import { prices } from '../prices/price-list.ts';
import { CPU_MS_PER_SECOND_MAX, cpuPerSecond, readOpenCalls } from '../prices/prices.ts';

it('has each call that needs no account, and no other [2.4.1, 15.2.2]', () => {
  const open = readOpenCalls();
  expect(open.length).toBeGreaterThan(50);
  expect(Object.keys(prices).toSorted()).toEqual(open.toSorted());
});

it('no call comes to more than a twentieth of a core, unless the list says why', () => {
  const dear = Object.entries(prices).filter(
    ([name, { exceeds }]) => !exceeds && cpuPerSecond(name) > CPU_MS_PER_SECOND_MAX,
  );
  expect(dear.map(([name]) => [name, cpuPerSecond(name)])).toEqual([]);
});
