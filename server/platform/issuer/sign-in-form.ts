// Shows the stand-in's form and reads its input: GET and POST {issuer}/sign-in/{uid}.
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { errors, type InteractionResults, type Provider } from 'oidc-provider';
import { z } from 'zod';
import { pageHeaders, problemPage, type SignInPage, signInPage } from './sign-in-page.ts';

export const signInForm = z.object({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email('Enter a valid email address.')),
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(100, 'A name has at most 100 characters.')
    .transform((name) => name.replace(/\s+/g, ' ')),
});

export type Person = z.infer<typeof signInForm>;

/** Returns the same subject for the same email, even after a restart. */
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

interface SignInFormOptions {
  provider: Provider;
  redirectOrigin: string;
  /** Stores who signs in and returns their subject. */
  remember(person: Person): string;
}

/** Maximum size of a form; two short fields need a few hundred bytes. */
const BODY_LIMIT_BYTES = 10_000;

const address = /^\/sign-in\/[A-Za-z0-9_-]+(\?|$)/;

export function createSignInForm({ provider, redirectOrigin, remember }: SignInFormOptions) {
  const send = (res: ServerResponse, status: number, html: string) =>
    res.writeHead(status, pageHeaders(redirectOrigin)).end(html);
  const finish = (req: IncomingMessage, res: ServerResponse, result: InteractionResults) =>
    provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });

  async function take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { hint, action } = await readInteraction(req, res);
    const show = (status: number, page: Omit<SignInPage, 'action'>) =>
      send(res, status, signInPage({ action, ...page }));
    if (req.method !== 'POST') {
      show(200, { values: { email: hint, name: '' }, errors: {} });
      return;
    }
    const form = await readForm(req);
    if (form.has('cancel')) {
      await finish(req, res, { error: 'access_denied', error_description: 'Cancelled.' });
      return;
    }
    const values = { email: form.get('email') ?? '', name: form.get('name') ?? '' };
    const person = signInForm.safeParse(values);
    if (!person.success) {
      const { fieldErrors } = z.flattenError(person.error);
      const [email, name] = [fieldErrors.email?.[0], fieldErrors.name?.[0]];
      show(400, { values, errors: { email, name } });
      return;
    }
    const accountId = remember(person.data);
    await finish(req, res, { login: { accountId, remember: false }, select_account: {} });
  }

  async function readInteraction(req: IncomingMessage, res: ServerResponse) {
    const { params } = await provider.interactionDetails(req, res);
    const hint = typeof params.login_hint === 'string' ? params.login_hint : '';
    return { hint, action: req.url ?? '' };
  }

  return {
    /** @param path below the issuer's own. */
    takes: (path: string) => address.test(path),
    async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
      try {
        await take(req, res);
      } catch (error) {
        if (res.headersSent) res.destroy();
        else send(res, 400, problemPage(sentenceFor(error), `${redirectOrigin}/`));
      }
    },
  };
}

async function readForm(req: IncomingMessage): Promise<URLSearchParams> {
  if (Number(req.headers['content-length'] ?? Number.POSITIVE_INFINITY) > BODY_LIMIT_BYTES) {
    throw new Error('That is too much.');
  }
  return new URLSearchParams(await text(req));
}

function sentenceFor(error: unknown): string {
  return error instanceof errors.SessionNotFound
    ? 'This sign-in has expired. Please begin again.'
    : 'The form could not be read. Please begin again.';
}
