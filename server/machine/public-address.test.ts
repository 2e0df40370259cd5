// Which addresses are open to requests of the server's own, and that a name's are checked where it is resolved.
import { expect, it } from 'vitest';
import { ClosedAddress, isOpenAddress, openLookup } from './public-address.ts';

it.each([
  ['93.184.216.34', true, true],
  ['2606:4700::1111', true, true],
  ['::ffff:93.184.216.34', true, true],
  ['10.1.2.3', false, true],
  ['172.16.0.1', false, true],
  ['172.32.0.1', true, true],
  ['192.168.1.1', false, true],
  ['100.64.0.1', false, true],
  ['127.0.0.1', false, true],
  ['127.9.9.9', false, true],
  ['::1', false, true],
  ['::ffff:127.0.0.1', false, true],
  ['::ffff:7f00:1', false, true],
  ['fd12::1', false, true],
  ['fd00:ec2::254', false, false],
  ['169.254.169.254', false, false],
  ['::ffff:169.254.169.254', false, false],
  ['fe80::1', false, false],
  ['fec0::1', false, false],
  ['0.0.0.0', false, false],
  ['0.1.2.3', false, false],
  ['::', false, false],
  ['::7f00:1', false, false],
  ['64:ff9b::7f00:1', false, false],
  ['64:ff9b:1::1', false, false],
  ['2002:7f00:1::', false, false],
  ['2001::1', false, false],
  ['2001:db8::1', false, false],
  ['192.0.2.1', false, false],
  ['198.18.0.1', false, false],
  ['224.0.0.1', false, false],
  ['255.255.255.255', false, false],
  ['240.0.0.1', false, false],
  ['ff02::1', false, false],
  ['example.org', false, false],
  ['', false, false],
])('%s: open %s, with private ones %s', (address, open, withPrivate) => {
  expect([
    isOpenAddress(address, { allowPrivate: false }),
    isOpenAddress(address, { allowPrivate: true }),
  ]).toEqual([open, withPrivate]);
});

/** A resolver that knows each name's addresses, one list an asking. */
function resolver(...answers: string[][]) {
  return ((_name: string, _options: object, done: (...args: unknown[]) => void) => {
    const [next = []] = answers.splice(0, 1);
    done(
      null,
      next.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as never;
}

const look = (lookup: ReturnType<typeof openLookup>, all: boolean) =>
  new Promise((resolve) => {
    lookup('hooks.example', { all }, (error, ...found) => resolve(error ?? found));
  });

it('answers what was checked, in both of the forms that are asked for', async () => {
  const lookup = openLookup(
    { allowPrivate: false },
    resolver(['93.184.216.34'], ['93.184.216.34']),
  );
  expect(await look(lookup, false)).toEqual(['93.184.216.34', 4]);
  expect(await look(lookup, true)).toEqual([[{ address: '93.184.216.34', family: 4 }]]);
});

it.each([
  ['one of several is private', ['93.184.216.34', '10.0.0.1']],
  ['it leads nowhere', []],
  ['it leads to this machine', ['::1']],
])('refuses a name when %s', async (_, addresses) => {
  const lookup = openLookup({ allowPrivate: false }, resolver(addresses));
  expect(await look(lookup, true)).toBeInstanceOf(ClosedAddress);
});
