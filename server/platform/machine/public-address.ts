// Addresses that the server's own requests may go to if people enter the target: a name is resolved once, its
// addresses are checked, and the connection goes to one of these. A name that leads elsewhere a moment later gains
// nothing.
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Blocks of this machine and its networks (RFC 1918, RFC 6598, RFC 4193). */
const PRIVATE: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'carrierGradeNat',
  'uniqueLocal',
]);
/** IPv6 has its public addresses there (RFC 4291 section 2.4). */
const GLOBAL = ipaddr.parseCIDR('2000::/3');
/**
 * Clouds serve secrets and settings of their machines at these addresses, outside of the link-local ranges: AWS,
 * Google and Scaleway in IPv6, Alibaba and Azure in IPv4. The address of Azure is a public one.
 */
const METADATA = [
  'fd00:ec2::/32',
  'fd20:ce::/32',
  'fd00:42::42/128',
  '100.100.100.200/32',
  '168.63.129.16/32',
].map((network) => ipaddr.parseCIDR(network));

/**
 * Returns whether a request may go there. An IPv4 address within IPv6 (`::ffff:10.0.0.1`) counts as itself. Some are
 * never open: addresses where clouds serve their secrets, every block of IANA's special-purpose registries that is
 * not private, and forms that hide another address (6to4, NAT64, Teredo).
 * @param allowPrivate opens this machine and its networks too.
 */
export function isOpenAddress(text: string, { allowPrivate }: { allowPrivate: boolean }): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (METADATA.some((network) => isIn(address, network))) return false;
  const range = address.range();
  if (PRIVATE.has(range)) return allowPrivate;
  return range === 'unicast' && (address.kind() === 'ipv4' || isIn(address, GLOBAL));
}

type Address = ReturnType<typeof ipaddr.process>;
type Network = ReturnType<typeof ipaddr.parseCIDR>;

function isIn(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

/** A name leads to an address that is not open; nothing was sent there. */
export class ClosedAddress extends Error {}

/**
 * Lookup function for `http.request` and the like. They do not call it for an address in place of a name: check that
 * by `isOpenAddress`. One closed address among several refuses the name.
 * @param resolve replaces the system's in tests.
 */
export function openLookup(
  allowed: { allowPrivate: boolean },
  resolve: typeof lookup = lookup,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const isClosed = addresses.some(({ address }) => !isOpenAddress(address, allowed));
      const [first] = addresses;
      if (isClosed || !first) return callback(new ClosedAddress(`${hostname} is not open`), '');
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
