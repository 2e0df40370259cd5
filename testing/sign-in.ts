// Signs a client in as a browser does: to the issuer, through its form, and back.
import type { TestClient } from './client.ts';

/** @returns the address in the app where the sign-in ended. */
export async function signInAtIssuer(
  client: TestClient,
  person: { email: string; name: string; next?: string },
): Promise<string> {
  const next = person.next === undefined ? '' : `?next=${encodeURIComponent(person.next)}`;
  const form = await follow(client, `/auth/google${next}`);
  const action = /<form[^>]*action="([^"]+)"/.exec(form.body)?.[1];
  if (!action) throw new Error(`no form at ${form.path}: ${form.body.slice(0, 200)}`);
  const fields = new URLSearchParams({ email: person.email, name: person.name });
  for (const [, name = '', value = ''] of form.body.matchAll(
    /<input type="hidden" name="([^"]*)" value="([^"]*)"/g,
  )) {
    fields.set(name, value);
  }
  const done = await follow(client, new URL(action, new URL(form.path, client.origin)).href, {
    method: 'POST',
    body: fields,
  });
  return done.path;
}

/** Follows redirects within the origin until a page is answered; the app's own page ends it too. */
async function follow(
  client: TestClient,
  start: string,
  init: RequestInit = {},
): Promise<{ path: string; body: string }> {
  let path = start;
  let request = init;
  for (let hops = 0; hops < 10; hops += 1) {
    const answer = await client.send(path, request);
    const location = answer.headers.get('location');
    if (!location) return { path, body: String(answer.body) };
    const target = new URL(location, new URL(path, client.origin));
    path = `${target.pathname}${target.search}`;
    request = {};
    if (target.origin !== client.origin) throw new Error(`left the origin for ${target.href}`);
    if (!/^\/(auth|stand-in-issuer)\//.test(target.pathname)) return { path, body: '' };
  }
  throw new Error('too many redirects');
}
