// A client's address as the security log writes it: its network, not the person's own line.
import ipaddr from 'ipaddr.js';

/**
 * The first 24 bits of an IPv4 address, the first 48 of an IPv6 one: what is left names a street or an
 * office, not a household's line, and still tells one flood from another.
 * @param ip as Fastify's `request.ip`
 */
export function shortAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return `${address.octets.slice(0, 3).join('.')}.0/24`;
  const network = address.parts.slice(0, 3).map((part) => part.toString(16));
  return `${network.join(':')}::/48`;
}
