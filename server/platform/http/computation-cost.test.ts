// The rate that a computed answer is counted against, and its cost.
import { expect, it, vi } from 'vitest';
import { api } from '#contract/api.ts';
import { type Endpoint, isOfPerson } from '#contract/endpoint.ts';
import {
  COMPUTING_RATE,
  COMPUTING_RATE_OF_PERSON,
  COMPUTING_RATE_OF_VISITOR,
} from '#contract/limits.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import { chargeCall, chargeComputation } from './computation-cost.ts';

const request = { ip: '2001:db8::1' } as never;
const person = { userId: 'a person', apiKeyId: null };
const key = { userId: 'a person', apiKeyId: 'a key' };
const visitor = { userId: 'no one', apiKeyId: null, view: { id: 'a link' } };

async function charged(caller: object, recordings: number, cost = { points: 3, perThousand: 2 }) {
  const count = vi.fn(async () => undefined);
  const call = { caller: caller as SignIn, request };
  await chargeComputation({ rates: { count } as never }, call, { cost, recordings });
  return count.mock.calls[0];
}

it('is the person, the key, or the link at an address', async () => {
  expect(await charged(person, 0)).toEqual([
    'computing',
    'a person',
    { ...COMPUTING_RATE_OF_PERSON, points: 3 },
  ]);
  expect(await charged(key, 0)).toEqual([
    'computing of key',
    'a key',
    { ...COMPUTING_RATE, points: 3 },
  ]);
  expect(await charged(visitor, 0)).toEqual([
    'computing of visitor',
    expect.stringMatching(/^a link 2001:/),
    { ...COMPUTING_RATE_OF_VISITOR, points: 3 },
  ]);
});

it.each([
  [100, 4],
  [1000, 5],
  [10_000, 23],
  [1_000_000, 200],
])('of a test with %i recordings it is %i points', async (recordings, points) => {
  expect((await charged(visitor, recordings))?.at(2 as never)).toMatchObject({ points });
});

it('of a call with a higher price is not cut', async () => {
  const cost = { points: 210, perThousand: 0 };
  expect((await charged(visitor, 0, cost))?.at(2 as never)).toMatchObject({ points: 210 });
});

it('a call is charged before it runs, unless its handler knows more', async () => {
  const count = vi.fn(async () => undefined);
  const parts = { rates: { count } as never };
  const row = {
    method: 'GET',
    path: '/',
    summary: '',
    permission: 'viewer',
    answer: 'text',
  } as const;
  await chargeCall(parts, row, { caller: person, request });
  await chargeCall(
    parts,
    { ...row, cost: { points: 1, perThousand: 1 } },
    { caller: person, request },
  );
  expect(count).not.toHaveBeenCalled();
  await chargeCall(parts, { ...row, cost: { points: 4 } }, { caller: person, request });
  expect(count).toHaveBeenCalledTimes(1);
});

it('no call without a person has a cost', () => {
  const rows = Object.values(api).flatMap((group) => Object.values<Endpoint>(group));
  const costly = rows.filter(({ cost }) => cost);
  expect(costly.length).toBeGreaterThan(10);
  expect(costly.filter(({ permission }) => !isOfPerson(permission))).toEqual([]);
});
