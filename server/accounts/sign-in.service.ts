// Sign-in by OpenID Connect: authorization code flow with PKCE, state and nonce (OpenID Connect
// Core 1.0 section 3.1, RFC 7636). One code path for Google and the stand-in issuer.
import * as oidc from 'openid-client';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { type UserId, userId } from '#contract/ids.ts';
import { fetchFromIssuer } from '#server/platform/issuer/issuer-fetch.ts';
import type { IssuerConfig } from '#server/platform/issuer/serve-issuer.ts';
import type { Secrets } from '#server/platform/security/secrets.ts';
import type { Identity } from './accounts.db.ts';

/** The last second that a Date can hold. */
const MOST_SECONDS = 8_640_000_000_000;

const claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  auth_time: z.number().positive().max(MOST_SECONDS).optional(),
  email: z.email().toLowerCase(),
  email_verified: z.boolean().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  name: z.string().optional(),
});

/** Purpose of a sign-in. */
interface Purpose {
  /** Path within the app to return to. */
  next: string;
  /** The signed-in person who confirms who they are; null for an ordinary sign-in. */
  again: UserId | null;
}

/** Data that the browser stores while it is at the issuer. */
const attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  again: z.nullable(userId),
  beganAtMs: z.number(),
});
export type Attempt = z.infer<typeof attempt>;

export interface SignInFlow {
  /** Returns the address to send the browser to, and the signed text to store in a cookie meanwhile. */
  begin(purpose: Purpose): Promise<{ address: string; attempt: string }>;
  /** Reads that text. @throws Error when it is not ours. */
  read(attempt: string): Attempt;
  /**
   * Exchanges the code and verifies the ID token.
   * @param address the full callback address. @throws Error when anything does not match.
   */
  complete(address: URL, attempt: Attempt): Promise<Identity>;
}

export function createSignInFlow(config: IssuerConfig, secrets: Secrets): SignInFlow {
  const discover = discovery(config);
  return {
    async begin(purpose) {
      const issuer = await discover();
      const values = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        beganAtMs: Date.now(),
        ...purpose,
      };
      const address = oidc.buildAuthorizationUrl(issuer, {
        redirect_uri: config.redirectUri,
        scope: 'openid email profile',
        state: values.state,
        nonce: values.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(values.verifier),
        code_challenge_method: 'S256',
        ...(purpose.again ? askAgain(issuer) : { prompt: 'select_account' }),
      });
      return { address: address.href, attempt: seal(secrets, values) };
    },
    read: (sealed) => unseal(secrets, sealed),
    async complete(address, values) {
      const issuer = await discover();
      const tokens = await oidc.authorizationCodeGrant(issuer, address, {
        pkceCodeVerifier: values.verifier,
        expectedState: values.state,
        expectedNonce: values.nonce,
        idTokenExpected: true,
      });
      const identity = identityOf(await allClaims(issuer, tokens));
      if (values.again) requireAnswerSince(values.beganAtMs, identity);
      return identity;
    },
  };
}

/**
 * "Note that max_age=0 is equivalent to prompt=login" (OpenID Connect Core 1.0, section 3.1.2.1). An
 * issuer that does not list `login` may refuse it; Google is one: there the person chooses the account.
 */
function askAgain(issuer: oidc.Configuration): Record<string, string> {
  const { prompt_values_supported: prompts } = issuer.serverMetadata();
  const login = Array.isArray(prompts) && prompts.includes('login');
  return { max_age: '0', prompt: login ? 'login' : 'select_account' };
}

/** Clocks of two servers differ a little. */
const CLOCK_LEEWAY_MS = 60_000;

/** An issuer that reports the time of authentication must have authenticated the person for this request. */
function requireAnswerSince(beganAtMs: number, { authenticatedAt }: Identity): void {
  if (authenticatedAt && authenticatedAt.getTime() < beganAtMs - CLOCK_LEEWAY_MS) {
    throw new Error('The issuer did not ask the person to sign in again.');
  }
}

/** Asks the issuer for its addresses at the first sign-in, and again after a failure. */
function discovery(config: IssuerConfig): () => Promise<oidc.Configuration> {
  let known: Promise<oidc.Configuration> | null = null;
  const ask = async () => {
    const issuer = new URL(config.issuer);
    const execute = [oidc.enableNonRepudiationChecks];
    if (issuer.protocol === 'http:') execute.push(oidc.allowInsecureRequests);
    return await oidc.discovery(issuer, config.clientId, config.clientSecret, undefined, {
      execute,
      [oidc.customFetch]: fetchFromIssuer,
    });
  };
  return async () => {
    known ??= ask();
    try {
      return await known;
    } catch (error) {
      known = null;
      throw new AppError('unavailable', {
        message: `The sign-in service does not answer (${error instanceof Error ? error.message : error}).`,
      });
    }
  };
}

/** Returns the verified ID token's claims. If the email is missing there, the issuer's user info is requested too. */
async function allClaims(
  issuer: oidc.Configuration,
  tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
): Promise<object> {
  const token = tokens.claims();
  if (!token || token.email !== undefined) return token ?? {};
  const more = await oidc.fetchUserInfo(issuer, tokens.access_token, token.sub);
  return { ...more, ...token };
}

/**
 * @throws Error if the issuer reports that the email address is not verified, or a time of authentication in the
 * future.
 */
function identityOf(raw: unknown): Identity {
  const { iss, sub, email, email_verified, auth_time, ...names } = claims.parse(raw);
  if (email_verified === false) throw new Error('The email address is not verified.');
  const authenticatedAt = auth_time === undefined ? null : new Date(auth_time * 1000);
  if (authenticatedAt && authenticatedAt.getTime() > Date.now() + CLOCK_LEEWAY_MS) {
    throw new Error('The issuer says that it has seen the person in the future.');
  }
  const [first = '', ...rest] = (names.name ?? '').trim().split(/\s+/);
  return {
    issuer: iss,
    subject: sub,
    email,
    // Missing is not true: this address opens invitations and passes SIGN_IN_DOMAINS.
    verifiedEmail: email_verified ? email : null,
    firstName: names.given_name ?? first,
    lastName: names.family_name ?? rest.join(' '),
    authenticatedAt,
  };
}

function seal(secrets: Secrets, values: Attempt): string {
  const text = Buffer.from(JSON.stringify(values)).toString('base64url');
  return `${text}.${secrets.sign('sign-in-attempt', text)}`;
}

function unseal(secrets: Secrets, sealed: string): Attempt {
  const [text = '', signature = ''] = sealed.split('.');
  if (!secrets.verify('sign-in-attempt', text, signature)) throw new Error('Foreign attempt.');
  return attempt.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
}
