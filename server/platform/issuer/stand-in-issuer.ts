// A stand-in OpenID Connect issuer for installations without Google: sign-in takes the same way through discovery,
// authorization code, PKCE and a signed ID token. It requires no password, so it is served on loopback alone
// (serve-issuer.ts).
import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import {
  type Adapter,
  type AdapterPayload,
  type Configuration,
  interactionPolicy,
  Provider,
} from 'oidc-provider';
import { claimsOf, createSignInForm, type Person, subjectOf } from './sign-in-form.ts';
import { pageHeaders, problemPage } from './sign-in-page.ts';

export interface StandInOptions {
  /** Address of the issuer: origin and path, without a slash at the end. */
  issuerUrl: string;
  clientId: string;
  clientSecret: string;
  /** The only address that receives codes. */
  redirectUri: string;
}

export interface StandInIssuer {
  /** Handles any request below the issuer's path, its body unread. */
  handle(req: IncomingMessage, res: ServerResponse): void;
}

/** A form may stay open over lunch; everything else is exchanged within seconds. */
const ttl = {
  Interaction: 3600,
  AuthorizationCode: 60,
  AccessToken: 600,
  IdToken: 600,
  Grant: 600,
  Session: 600,
};

/** Maximum number of people. They are stored as long as their tokens, by subject; the oldest are dropped for more. */
const MOST_PEOPLE = 1000;

export function createStandInIssuer(options: StandInOptions): StandInIssuer {
  const issuer = new URL(options.issuerUrl);
  const people = new LRUCache<string, Person>({ max: MOST_PEOPLE });
  const provider = new Provider(options.issuerUrl, configurationOf(options, people));
  // Every address begins with the issuer's own, whatever Host a request names.
  provider.proxy = true;
  const answer = provider.callback();
  const form = createSignInForm({
    provider,
    redirectOrigin: new URL(options.redirectUri).origin,
    remember(person) {
      people.set(subjectOf(person), person);
      return subjectOf(person);
    },
  });
  return {
    handle(req, res) {
      const path = req.url ?? '/';
      if (form.takes(path.slice(issuer.pathname.length))) {
        void form.handle(req, res);
        return;
      }
      req.headers['x-forwarded-host'] = issuer.host;
      req.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
      // The provider needs both addresses, as from a framework that mounts one app in another.
      Object.assign(req, { originalUrl: path, url: path.slice(issuer.pathname.length) || '/' });
      void answer(req, res);
    },
  };
}

function configurationOf(options: StandInOptions, people: LRUCache<string, Person>) {
  const { issuerUrl, clientId, clientSecret, redirectUri } = options;
  const { origin, pathname } = new URL(issuerUrl);
  const cookie = { httpOnly: true, sameSite: 'lax', path: pathname } as const;
  const headers = pageHeaders(new URL(redirectUri).origin);
  const configuration: Configuration = {
    adapter: createMemoryAdapters(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [signingKey()] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    responseTypes: ['code'],
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    discovery: { prompt_values_supported: ['login', 'select_account'] },
    // The ID token contains the scopes' claims too, as Google's does.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: {
      policy: alwaysAsk(),
      url: (_context, interaction) => `${pathname}/sign-in/${interaction.uid}`,
    },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: {
        interaction: 'stand-in-interaction',
        resume: 'stand-in-resume',
        session: 'stand-in-session',
      },
      long: cookie,
      short: { httpOnly: true, sameSite: 'lax' },
    },
    ttl,
    expiresWithSession: () => false,
    findAccount(_context, sub) {
      const person = people.get(sub);
      return person && { accountId: sub, claims: () => claimsOf(person) };
    },
    // The one client is our own, so no consent is needed.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId,
        ...(oidc.session?.accountId ? { accountId: oidc.session.accountId } : {}),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError(context, { error_description: text, error }) {
      context.set(headers);
      context.body = problemPage(`${text ?? error}.`, `${origin}/`);
    },
  };
  return configuration;
}

function alwaysAsk() {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }));
  return policy;
}

/** Creates a key at each start. Older ID tokens were verified already, so no one needs their key. */
function signingKey(): JsonWebKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' };
}

// The stand-in issuer's data during a sign-in: in memory, for minutes, bounded.

/** Maximum number of sign-ins at the same time; the oldest are dropped for more. */
const MOST_ENTRIES = 1000;

/** Kind of object that is not stored, so that no one stays signed in here and the page is shown every time. */
const FORGOTTEN = 'Session';

/** One store for all kinds of objects. The provider requires an adapter for each kind. */
function createMemoryAdapters(): (kind: string) => Adapter {
  const entries = new LRUCache<string, AdapterPayload>({ max: MOST_ENTRIES });
  return (kind) => createAdapter(kind, entries);
}

function createAdapter(kind: string, entries: LRUCache<string, AdapterPayload>): Adapter {
  const keyOf = (id: string) => `${kind}:${id}`;
  const none = async () => undefined;
  const find = async (id: string) => entries.get(keyOf(id));
  return {
    async upsert(id, payload, expiresInSeconds = 0) {
      if (kind === FORGOTTEN) return;
      entries.delete(keyOf(id));
      // A time to live of 0 would be unlimited.
      if (expiresInSeconds > 0) entries.set(keyOf(id), payload, { ttl: expiresInSeconds * 1000 });
    },
    find,
    findByUid: none,
    findByUserCode: none,
    async consume(id) {
      const payload = await find(id);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      entries.delete(keyOf(id));
    },
    async revokeByGrantId(grantId) {
      for (const [key, payload] of entries) {
        if (payload.grantId === grantId) entries.delete(key);
      }
    },
  };
}
