// Addresses that are open to the server's own requests. A name's addresses are checked where it is resolved.
import ipaddr from 'ipaddr.js';
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

// https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry: each block, with where
// clouds serve their secrets.
const closed = [
  ...['0.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24'],
  ...['192.52.193.0/24', '192.88.99.0/24', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '255.255.255.255/32', '168.63.129.16/32'],
  ...['100.100.100.200/32', '192.0.0.192/32'],
  ...['::/128', '::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '100:0:0:1::/64'],
  ...['2001::/23', '2001::/32', '2001:1::1/128', '2001:2::/48', '2001:3::/32', '2001:4:112::/48'],
  ...['2001:10::/28', '2001:20::/28', '2001:30::/28', '2001:db8::/32', '2002::/16', '3fff::/20'],
  ...['2620:4f:8000::/48', '5f00::/16', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
  ...['fd00:ec2::254/128', 'fd20:ce::254/128', 'fd00:42::42/128', '::ffff:168.63.129.16/128'],
];
const ofOurNetworks = [
  ...['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  ...['::1/128', 'fc00::/7', '::ffff:10.0.0.0/104'],
];

it.each([
  ...closed.map((block) => [block, [false, false]] as const),
  ...ofOurNetworks.map((block) => [block, [false, true]] as const),
])('%s: the first and the last address are open %o', (block, open) => {
  const ends = endsOf(block).map((address) => [
    isOpenAddress(address, { allowPrivate: false }),
    isOpenAddress(address, { allowPrivate: true }),
  ]);
  expect(ends).toEqual([open, open]);
});

function endsOf(block: string): string[] {
  const [address, bits] = ipaddr.parseCIDR(block);
  const first = address.toByteArray();
  const last = first.map((byte, at) => byte | (0xff >> Math.min(8, Math.max(0, bits - 8 * at))));
  return [first, last].map((bytes) => ipaddr.fromByteArray(bytes).toString());
}

/** A resolver with each name's addresses, one list for each call. */
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
])('refuses a name when %s [1.3.6]', async (_, addresses) => {
  const lookup = openLookup({ allowPrivate: false }, resolver(addresses));
  expect(await look(lookup, true)).toBeInstanceOf(ClosedAddress);
});
