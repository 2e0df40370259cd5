// An OpenID Connect issuer whose claims a test decides: it sends the browser back at once, without a prompt.
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { claimPort } from './claimed-port.ts';

export interface TestIssuer {
  /** For startTestApp: the app signs people in here. */
  env: Record<string, string>;
  /** Claims of the next ID token, beside issuer, audience and times. */
  claims: Record<string, unknown>;
  /** Values of the metadata that replace the true ones. */
  metadata: Record<string, unknown>;
  /** Header of the next ID token. */
  header: { alg: string; kid?: string; jwk?: object; jku?: string };
  /** Signs the next ID token; the issuer's own key unless a test replaces it. */
  sign(text: string): Buffer;
  /** Parameters of the newest authorization request. */
  authorizationQuery: URLSearchParams;
  close(): Promise<void>;
}

const clientId = 'tryout-tests';
/** Opens nothing. */
export const ACCESS_TOKEN = 'an-access-token-of-the-test-issuer';

/** ES256 as JSON Web Signatures have it (RFC 7518 section 3.4). */
export function signES256(text: string, key: KeyObject): Buffer {
  return sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
}

export async function startIssuer(): Promise<TestIssuer> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const port = await claimPort();
  const origin = `http://127.0.0.1:${port}`;
  const nonces = new Map<string, string | null>();
  const issuer: TestIssuer = {
    metadata: {},
    header: { alg: 'ES256', kid: 'a' },
    sign: (signed) => signES256(signed, privateKey),
    env: { GOOGLE_ISSUER: origin, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: 'for tests' },
    claims: {},
    authorizationQuery: new URLSearchParams(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  const idToken = (nonce: string | null) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: origin,
      aud: clientId,
      iat: now,
      exp: now + 600,
      nonce,
      ...issuer.claims,
    };
    const parts = [issuer.header, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const signed = parts.join('.');
    return `${signed}.${issuer.sign(signed).toString('base64url')}`;
  };
  const documents: Record<string, object> = {
    '/.well-known/openid-configuration': {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/keys`,
      id_token_signing_alg_values_supported: ['ES256'],
    },
    '/keys': { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'a', alg: 'ES256' }] },
  };
  const answer = async (request: IncomingMessage): Promise<object | URL> => {
    const url = new URL(request.url ?? '/', origin);
    if (url.pathname === '/authorize') {
      issuer.authorizationQuery = url.searchParams;
      const code = randomUUID();
      nonces.set(code, url.searchParams.get('nonce'));
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      return back;
    }
    if (url.pathname === '/token') {
      const code = new URLSearchParams(await text(request)).get('code') ?? '';
      const id_token = idToken(nonces.get(code) ?? null);
      return { access_token: ACCESS_TOKEN, token_type: 'bearer', id_token };
    }
    const document = documents[url.pathname] ?? {};
    return url.pathname.endsWith('openid-configuration')
      ? { ...document, ...issuer.metadata }
      : document;
  };
  const server = createServer(async (request, response) => {
    const result = await answer(request);
    if (result instanceof URL) response.writeHead(302, { location: result.href }).end();
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(result));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return issuer;
}
