// Signs a client in as a browser does: to the issuer, through its form, and back.
import type { Database } from '#server/platform/db/database.ts';
import type { TestClient } from './client.ts';

/** @param person `again`: the one who is signed in confirms it. @returns the address in the app where it ended. */
export async function signInAtIssuer(
  client: TestClient,
  person: { email: string; name: string; next?: string; again?: true },
): Promise<string> {
  const query = new URLSearchParams({
    ...(person.next === undefined ? {} : { next: person.next }),
    ...(person.again ? { again: '1' } : {}),
  });
  const form = await follow(client, `/auth/google?${query}`);
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

/**
 * The same through an issuer that asks nothing (testing/issuer.ts).
 * @param query of `/auth/google`, such as `?again=1`. @returns the address in the app where it ended.
 */
export async function signInBy(
  client: TestClient,
  query = '',
  headers: Record<string, string> = {},
): Promise<string> {
  const start = await client.send(`/auth/google${query}`, { headers });
  const authorization = await fetch(start.headers.get('location') ?? '', { redirect: 'manual' });
  const back = new URL(authorization.headers.get('location') ?? '');
  const done = await client.send(`${back.pathname}${back.search}`, { headers });
  return done.headers.get('location') ?? '';
}

/** Moves the issuer's answers for this person's sign-ins back in time. */
export async function ageSignIns(db: Database, email: string, minutes: number): Promise<void> {
  await db
    .updateTable('sign_ins')
    .set({ authenticated_at: new Date(Date.now() - minutes * 60_000) })
    .where('user_id', 'in', (from) =>
      from.selectFrom('users').select('users.id').where('email', '=', email),
    )
    .execute();
}
