// A client's address as its calls are counted by, and as the security log writes it.
import ipaddr from 'ipaddr.js';

/** A subscriber gets a /64 network at least, and has every address in it (RFC 6177). */
const NETWORK_PARTS = 4;

/** An IPv4 address as it is, of an IPv6 address its /64 network. @param ip as Fastify's `request.ip` */
export function countedAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, NETWORK_PARTS).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * The first 24 bits of an IPv4 address, the first 48 of an IPv6 one. The remainder names a street or an office, not a
 * household's line, and still distinguishes one flood from another.
 * @param ip as Fastify's `request.ip`
 */
export function shortAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return `${address.octets.slice(0, 3).join('.')}.0/24`;
  const network = address.parts.slice(0, 3).map((part) => part.toString(16));
  return `${network.join(':')}::/48`;
}
