// The address that a visitor's calls are counted by.
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
