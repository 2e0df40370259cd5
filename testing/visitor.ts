// A visitor of a link for viewing: opens it by its token and calls below it, as the page does.
import type { OpenedView, ViewLink, ViewLinkInput } from '#contract/view-links.ts';
import { successBody, type TestClient } from './client.ts';

export interface Visitor {
  view: OpenedView;
  /** The cookie of the open link, as the browser sends it. */
  cookie: string;
  /** The cookie that takes the place of the token. */
  linkCookie: string;
  /** A call below the link, by its path without `/api`. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
}

export const plainInput = {
  days: 30,
  password: null,
  withNames: false,
  withDownloads: false,
} as const satisfies Omit<ViewLinkInput, 'thing'>;

export async function share(
  owner: TestClient,
  testId: string,
  input: Pick<ViewLinkInput, 'thing'> & Partial<ViewLinkInput>,
): Promise<{ url: string; viewLink: ViewLink; token: string }> {
  const body = { ...plainInput, ...input };
  const answer = successBody<{ url: string; viewLink: ViewLink }>(
    await owner.post(`/api/tests/${testId}/view-links`, body),
  );
  return { ...answer, token: answer.url.split('/').at(-1) ?? '' };
}

export const shareResults = (owner: TestClient, testId: string) =>
  share(owner, testId, { thing: { kind: 'results' } });

const JSON_TYPE = { 'content-type': 'application/json' };

/** Exchanges the token for the link's cookie. */
export function exchange(origin: string, token: string): Promise<Response> {
  const body = JSON.stringify({ token });
  return fetch(`${origin}/api/view`, { method: 'POST', headers: JSON_TYPE, body });
}

/** A cookie that an answer sets, as the browser sends it. */
export function cookieOf(answer: Response): string {
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

/** Opens a link whose token was exchanged. @param exchanged the answer to the exchange */
async function openExchanged(
  origin: string,
  exchanged: Response,
  password?: string,
): Promise<Response> {
  const { _id } = (await exchanged.json()) as { _id: string };
  return await fetch(`${origin}/api/view/${_id}`, {
    method: 'POST',
    headers: { ...JSON_TYPE, cookie: cookieOf(exchanged) },
    body: JSON.stringify({ password }),
  });
}

/** Exchanges the token, then opens the link. @returns the refusal of the exchange, or the answer to the opening */
export async function open(origin: string, token: string, password?: string): Promise<Response> {
  const exchanged = await exchange(origin, token);
  return exchanged.status === 200 ? await openExchanged(origin, exchanged, password) : exchanged;
}

export async function openAsVisitor(
  origin: string,
  token: string,
  password?: string,
): Promise<Visitor> {
  const exchanged = await exchange(origin, token);
  const answer = exchanged.ok ? await openExchanged(origin, exchanged, password) : exchanged;
  const view = (await answer.json()) as OpenedView;
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(view)}`);
  const cookie = cookieOf(answer);
  return {
    view,
    cookie,
    linkCookie: cookieOf(exchanged),
    get: (path, headers = {}) =>
      fetch(`${origin}/api/view/${view._id}${path}`, { headers: { ...headers, cookie } }),
  };
}
