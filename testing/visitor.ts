// A visitor of a link for viewing: opens it by its token and calls below it, as the page does.
import type { OpenedView, ViewLink, ViewLinkInput } from '#contract/view-links.ts';
import { made, type TestClient } from './client.ts';

export interface Visitor {
  view: OpenedView;
  /** As the browser sends it. */
  cookie: string;
  /** A call below the link, by its path without `/api`. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
}

export const plainInput = {
  ...{ days: 30, password: null, withNames: false, withDownloads: false },
} as const satisfies Omit<ViewLinkInput, 'thing'>;

export async function share(
  owner: TestClient,
  testId: string,
  input: Pick<ViewLinkInput, 'thing'> & Partial<ViewLinkInput>,
): Promise<{ url: string; viewLink: ViewLink; token: string }> {
  const body = { ...plainInput, ...input };
  const answer = made<{ url: string; viewLink: ViewLink }>(
    await owner.post(`/api/tests/${testId}/view-links`, body),
  );
  return { ...answer, token: answer.url.split('/').at(-1) ?? '' };
}

export const shareResults = (owner: TestClient, testId: string) =>
  share(owner, testId, { thing: { kind: 'results' } });

export function open(origin: string, token: string, password?: string): Promise<Response> {
  return fetch(`${origin}/api/view`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...(password === undefined ? {} : { password }) }),
  });
}

export async function openAsVisitor(
  origin: string,
  token: string,
  password?: string,
): Promise<Visitor> {
  const answer = await open(origin, token, password);
  const view = (await answer.json()) as OpenedView;
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(view)}`);
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  return {
    view,
    cookie,
    get: (path, headers = {}) =>
      fetch(`${origin}/api/view/${view._id}${path}`, { headers: { ...headers, cookie } }),
  };
}
