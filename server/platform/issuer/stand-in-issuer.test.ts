// The whole sign-in over real HTTP, by the client library that the product uses.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStandInIssuer, type StandInIssuer } from './stand-in-issuer.ts';

const clientId = 'tryout';
const clientSecret = 'a secret of the test';

let server: Server;
let origin: string;
let redirectUri: string;
let client: oidc.Configuration;

beforeAll(async () => {
  let issuer: StandInIssuer | undefined;
  server = createServer((req, res) => issuer?.handle(req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  redirectUri = `${origin}/auth/google/callback`;
  const issuerUrl = `${origin}/stand-in-issuer`;
  issuer = createStandInIssuer({ issuerUrl, clientId, clientSecret, redirectUri });
  client = await discover(clientSecret);
});
afterAll(() => server.close());

function discover(secret: string): Promise<oidc.Configuration> {
  return oidc.discovery(new URL(`${origin}/stand-in-issuer`), clientId, secret, undefined, {
    execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
  });
}

/** A browser without JavaScript. It stores cookies by path and follows redirects within the issuer. */
class Visitor {
  readonly cookies = new Map<string, { value: string; path: string }>();

  async open(address: string | URL, form?: Record<string, string>): Promise<Response> {
    const url = new URL(address, origin);
    const sent = [...this.cookies].filter(([, { path }]) => url.pathname.startsWith(path));
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: sent.map(([name, { value }]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const location = response.headers.get('location');
    if (!location || location.startsWith(redirectUri)) return response;
    return await this.open(new URL(location, url));
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name = '', value = ''] = pair.split('=');
    const path = attributes.find((text) => text.startsWith('path='))?.slice(5) ?? '/';
    if (value) this.cookies.set(name, { value, path });
    else this.cookies.delete(name);
  }
}

async function begin(extra: Record<string, string> = {}) {
  const verifier = oidc.randomPKCECodeVerifier();
  const checks = {
    pkceCodeVerifier: verifier,
    expectedState: oidc.randomState(),
    expectedNonce: oidc.randomNonce(),
  };
  const address = oidc.buildAuthorizationUrl(client, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    prompt: 'select_account',
    ...extra,
  });
  return { address, checks };
}

function actionOf(html: string): string {
  return /action="([^"]+)"/.exec(html)?.[1] ?? '';
}

/** Opens the form, sends it, and returns where that leads. */
async function answerForm(visitor: Visitor, address: URL, form: Record<string, string>) {
  const page = await visitor.open(address);
  const answer = await visitor.open(actionOf(await page.text()), form);
  return new URL(answer.headers.get('location') ?? 'about:blank');
}

async function signIn(visitor: Visitor, form: { email: string; name: string }) {
  const { address, checks } = await begin();
  const back = await answerForm(visitor, address, form);
  return await oidc.authorizationCodeGrant(client, back, checks);
}

describe('stand-in issuer', () => {
  it('announces itself under its path', () => {
    const metadata = client.serverMetadata();
    expect(metadata.issuer).toBe(`${origin}/stand-in-issuer`);
    for (const key of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
      expect(metadata[key]).toMatch(`${origin}/stand-in-issuer/`);
    }
    expect(metadata.code_challenge_methods_supported).toEqual(['S256']);
  });

  it('announces no other address, whatever host a request names', async () => {
    const path = '/stand-in-issuer/.well-known/openid-configuration';
    const answer = await fetch(`${origin}${path}`, {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    });
    expect(await answer.text()).not.toContain('evil.example');
  });

  it('signs in with a verified ID token and answers userinfo', async () => {
    const tokens = await signIn(new Visitor(), {
      email: ' Ada@Example.test',
      name: 'Ada  King Lovelace',
    });
    const claims = {
      email: 'ada@example.test',
      email_verified: true,
      name: 'Ada King Lovelace',
      given_name: 'Ada',
      family_name: 'King Lovelace',
    };
    expect(tokens.claims()).toMatchObject(claims);
    const sub = tokens.claims()?.sub ?? '';
    const more = await oidc.fetchUserInfo(client, tokens.access_token, sub);
    expect(more).toEqual({ sub, ...claims });
  });

  it('takes the same email for the same person, and asks every time', async () => {
    const visitor = new Visitor();
    const subjects = [];
    for (const email of ['ada@example.test', 'bob@example.test', 'ADA@example.test']) {
      const tokens = await signIn(visitor, { email, name: 'Visitor' });
      subjects.push(tokens.claims()?.sub);
    }
    expect(subjects[0]).toBe(subjects[2]);
    expect(subjects[0]).not.toBe(subjects[1]);
  });

  it('keeps its cookies to its own path', async () => {
    const visitor = new Visitor();
    await visitor.open((await begin()).address);
    expect(visitor.cookies.size).toBeGreaterThan(0);
    for (const { path } of visitor.cookies.values()) expect(path).toMatch(/^\/stand-in-issuer/);
  });

  it('tells the client when the person cancels', async () => {
    const { address, checks } = await begin();
    const back = await answerForm(new Visitor(), address, { cancel: '1' });
    const grant = oidc.authorizationCodeGrant(client, back, checks);
    await expect(grant).rejects.toMatchObject({ error: 'access_denied' });
  });

  it.each([
    [{ email: 'no address', name: 'Ada' }, 'Enter a valid email address.'],
    [{ email: 'ada@example.test', name: ' ' }, 'Enter a name.'],
    [{}, 'Enter a name.'],
  ])('shows the form again for %j', async (form, message) => {
    const visitor = new Visitor();
    const page = await visitor.open((await begin()).address);
    const answer = await visitor.open(actionOf(await page.text()), form);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(message);
  });

  it('escapes what was typed [1.1.2, 1.2.1]', async () => {
    const visitor = new Visitor();
    const page = await visitor.open((await begin()).address);
    const form = { email: '"><script>alert(1)</script>', name: 'x' };
    const answer = await visitor.open(actionOf(await page.text()), form);
    expect(await answer.text()).not.toContain('<script');
  });

  it.each([
    ['another redirect address', { redirect_uri: 'https://evil.example/' }],
    ['another client', { client_id: 'another' }],
  ])('shows a page of its own for %s [10.4.1]', async (_what, parameters) => {
    const answer = await new Visitor().open((await begin(parameters)).address);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Back to Tryout');
  });

  it('refuses a form without its cookie, and one that was used', async () => {
    const visitor = new Visitor();
    const { address } = await begin();
    const action = actionOf(await (await visitor.open(address)).text());
    const form = { email: 'ada@example.test', name: 'Ada' };
    expect((await new Visitor().open(action, form)).status).toBe(400);
    const first = await visitor.open(action, form);
    expect(first.headers.get('location')).toContain(redirectUri);
    const again = await visitor.open(action, form);
    expect(again.status).toBe(400);
    expect(await again.text()).toContain('expired');
  });

  it('demands PKCE, the right verifier, the right secret, and a code once [10.4.2, 10.4.6, 10.4.10]', async () => {
    const plain = await begin();
    plain.address.searchParams.delete('code_challenge');
    plain.address.searchParams.delete('code_challenge_method');
    const refused = await new Visitor().open(plain.address);
    expect(refused.headers.get('location')).toContain('error=invalid_request');

    const { address, checks } = await begin();
    const form = { email: 'ada@example.test', name: 'Ada' };
    const back = await answerForm(new Visitor(), address, form);
    const exchange = (how: oidc.AuthorizationCodeGrantChecks, by = client) =>
      oidc.authorizationCodeGrant(by, back, how);
    await expect(exchange(checks, await discover('wrong'))).rejects.toMatchObject({
      error: 'invalid_client',
    });
    const foreign = { ...checks, pkceCodeVerifier: oidc.randomPKCECodeVerifier() };
    await expect(exchange(foreign)).rejects.toMatchObject({ error: 'invalid_grant' });
    await exchange(checks);
    await expect(exchange(checks)).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});
