// Sign-in by OpenID Connect: authorization code flow with PKCE, state and nonce (OpenID Connect
// Core 1.0 section 3.1, RFC 7636). One code path for Google and the stand-in issuer.
import * as oidc from 'openid-client';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import type { IssuerConfig } from '#server/issuer/serve-issuer.ts';
import type { Secrets } from '#server/secrets.ts';

/** What the issuer says of a person; the subject is theirs for good, the rest may change. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
}

const claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.email().toLowerCase(),
  email_verified: z.boolean().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  name: z.string().optional(),
});

/** What the browser carries between going to the issuer and coming back. */
const attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
});

export interface SignInFlow {
  /** Where to send the browser, and the signed text to keep in a cookie meanwhile. */
  begin(next: string): Promise<{ address: string; attempt: string }>;
  /**
   * Exchanges the code and verifies the ID token.
   * @param address the full callback address. @throws Error when anything does not match.
   */
  complete(address: URL, attempt: string): Promise<{ identity: Identity; next: string }>;
}

export function createSignInFlow(config: IssuerConfig, secrets: Secrets): SignInFlow {
  const discover = discovery(config);
  return {
    async begin(next) {
      const issuer = await discover();
      const values = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        next,
      };
      const address = oidc.buildAuthorizationUrl(issuer, {
        redirect_uri: config.redirectUri,
        scope: 'openid email profile',
        state: values.state,
        nonce: values.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(values.verifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      });
      return { address: address.href, attempt: seal(secrets, values) };
    },
    async complete(address, sealed) {
      const values = unseal(secrets, sealed);
      const issuer = await discover();
      const tokens = await oidc.authorizationCodeGrant(issuer, address, {
        pkceCodeVerifier: values.verifier,
        expectedState: values.state,
        expectedNonce: values.nonce,
        idTokenExpected: true,
      });
      return { identity: identityOf(await allClaims(issuer, tokens)), next: values.next };
    },
  };
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

/** The verified ID token's claims; an issuer that keeps the e-mail out of it is asked for it. */
async function allClaims(
  issuer: oidc.Configuration,
  tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
): Promise<object> {
  const token = tokens.claims();
  if (!token || token.email !== undefined) return token ?? {};
  const more = await oidc.fetchUserInfo(issuer, tokens.access_token, token.sub);
  return { ...more, ...token };
}

function identityOf(raw: unknown): Identity {
  const { iss, sub, email, email_verified, given_name, family_name, name } = claims.parse(raw);
  if (email_verified === false) throw new Error('The e-mail address is not verified.');
  const [first = '', ...rest] = (name ?? '').trim().split(/\s+/);
  return {
    issuer: iss,
    subject: sub,
    email,
    firstName: given_name ?? first,
    lastName: family_name ?? rest.join(' '),
  };
}

function seal(secrets: Secrets, values: z.infer<typeof attempt>): string {
  const text = Buffer.from(JSON.stringify(values)).toString('base64url');
  return `${text}.${secrets.sign('sign-in-attempt', text)}`;
}

function unseal(secrets: Secrets, sealed: string): z.infer<typeof attempt> {
  const [text = '', signature = ''] = sealed.split('.');
  if (!secrets.verify('sign-in-attempt', text, signature)) throw new Error('Foreign attempt.');
  return attempt.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
}
