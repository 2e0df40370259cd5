// Lists of email domains in the configuration, and whether an address is of one of them.
import { domainToASCII } from 'node:url';
import { z } from 'zod';

/** Characters that the conversion below would read as part of a port, a path or a user. */
const NO_NAME = /[/\\:?#@%*]/;
/** Letters, digits and inner hyphens (RFC 1123 section 2.1). */
const LABEL = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
/** RFC 1035 section 2.3.4. */
const LABEL_MAX_CHARACTERS = 63;
/** No number, and no single letter. */
const LAST_LABEL = /^[a-z]./;
/** RFC 1035 section 2.3.4, without the closing dot. */
const DOMAIN_MAX_CHARACTERS = 253;

/**
 * Domains between commas or blanks, as in `acme.com, acme.de`. Each matches only itself: no subdomains, because a
 * provider may hand those out to others, and no patterns. Other scripts are written in ASCII.
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
      : `must be email domains such as acme.com, X`,
  );
  return z.NEVER;
});

function asDomain(text: string): string | null {
  if (NO_NAME.test(text)) return null;
  const domain = domainToASCII(text.toLowerCase());
  return domain.length <= DOMAIN_MAX_CHARACTERS && isDomain(domain.split('.')) ? domain : null;
}

function isDomain(labels: readonly string[]): boolean {
  const areLabels = labels.every(
    (label) => label.length <= LABEL_MAX_CHARACTERS && LABEL.test(label),
  );
  return areLabels && labels.length > 1 && LAST_LABEL.test(labels.at(-1) ?? '');
}

/**
 * @param domains permitted domains, or null for all; @param email address, or null if it is not available, so that no
 * list has it.
 */
export function isOfDomains(email: string | null, domains: readonly string[] | null): boolean {
  if (domains === null) return true;
  if (email === null) return false;
  return domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}
