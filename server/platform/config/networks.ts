// Lists of addresses and networks as a setting has them.
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** Addresses and networks of one kind each, between commas. */
export const networks = z.string().transform((value, context) => {
  const list = value.split(',').map((item) => item.trim());
  const wrong = list.find((item) => !(ipaddr.isValidCIDR(item) || isWholeAddress(item)));
  if (wrong === undefined) return list;
  context.addIssue(
    `must list addresses or networks, such as 127.0.0.1, 10.0.0.0/8, ::1 ("${wrong}" is none)`,
  );
  return z.NEVER;
});

/** `ipaddr.isValid` alone also takes 127.1 and 0x7f000001. */
function isWholeAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}
