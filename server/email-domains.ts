// Lists of e-mail domains in the configuration, and whether an address is of one of them.
import { domainToASCII } from 'node:url';
import { z } from 'zod';

/** What the conversion below would read as a port, a path or a user. */
const NO_NAME = /[/\\:?#@%*]/;
/** Labels of letters, digits and inner hyphens, two at least (RFC 1123 section 2.1); the last is no number. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;
/** RFC 1035 section 2.3.4, without the closing dot. */
const DOMAIN_MAX_CHARACTERS = 253;

/**
 * Domains between commas or blanks, as in `acme.com, acme.de`. Each stands for itself alone: neither for its
 * subdomains, which a provider may hand out to others, nor for a pattern. Other scripts are written in ASCII.
 */
export const emailDomains = z.string().transform((text, context): readonly string[] => {
  const given = text.split(/[\s,]+/).filter(Boolean);
  const domains = given.map(asDomain);
  const bad = given.filter((_, at) => domains[at] === null);
  if (given.length > 0 && bad.length === 0)
    return [...new Set(domains.filter((one) => one !== null))];
  context.addIssue(
    given.length === 0
      ? 'must name at least one domain'
      : `must be e-mail domains such as acme.com, without @ or * (${bad.join(', ')} is none)`,
  );
  return z.NEVER;
});

function asDomain(text: string): string | null {
  if (NO_NAME.test(text)) return null;
  const domain = domainToASCII(text.toLowerCase());
  return domain.length <= DOMAIN_MAX_CHARACTERS && DOMAIN.test(domain) ? domain : null;
}

/** @param domains null: every address; @param email null: not known, so in no list. */
export function isOfDomains(email: string | null, domains: readonly string[] | null): boolean {
  if (domains === null) return true;
  if (email === null) return false;
  return domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}
