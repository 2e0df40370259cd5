// Who a person says they are on the stand-in's page, and the claims made of it.
import { createHash } from 'node:crypto';
import { z } from 'zod';

export const signInForm = z.object({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email('Enter a valid e-mail address.')),
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(100, 'A name has at most 100 characters.')
    .transform((name) => name.replace(/\s+/g, ' ')),
});

export type Person = z.infer<typeof signInForm>;

/** The same e-mail is the same person, also after a restart. */
export function subjectOf({ email }: Person): string {
  return createHash('sha256').update(`stand-in:${email}`).digest('hex').slice(0, 32);
}

/** Standard claims (OpenID Connect Core 1.0 section 5.1). */
export function claimsOf(person: Person) {
  const [given = '', ...family] = person.name.split(' ');
  return {
    sub: subjectOf(person),
    email: person.email,
    email_verified: true,
    name: person.name,
    given_name: given,
    ...(family.length > 0 ? { family_name: family.join(' ') } : {}),
  };
}
