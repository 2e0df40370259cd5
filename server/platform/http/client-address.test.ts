// Visitors behind one address count together; an IPv6 subscriber has a whole network of them.
import { expect, it } from 'vitest';
import { countedAddress } from './client-address.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['no address', 'unknown'],
])('%s counts as %s', (ip, counted) => {
  expect(countedAddress(ip)).toBe(counted);
});
