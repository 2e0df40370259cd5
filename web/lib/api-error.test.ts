// Sentence of a failed call: the server's, or the page's own.
import { afterEach, expect, it, vi } from 'vitest';
import { workspaces } from '#contract/workspaces.api.ts';
import { call } from './api.ts';
import { isRefusal, sentenceOf, serverSentenceOf } from './api-error.ts';

vi.mock('./cookies.ts', () => ({ readCookie: () => null }));
afterEach(() => vi.unstubAllGlobals());

const OWN = 'Something went wrong';
const THEIRS = 'The server says why.';

/** The error of a call that is answered so. */
async function errorOf(status: number, body: string): Promise<unknown> {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
  return call(workspaces.setCompany, { body: { company: 'Acme' } }).then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );
}

const message = JSON.stringify({ message: THEIRS });
const coded = (code: string) => JSON.stringify({ message: THEIRS, code });

it.each([
  { what: 'a refusal', status: 409, body: coded('already_member'), sentences: [THEIRS, THEIRS] },
  { what: 'a refusal without a code', status: 400, body: message, sentences: [THEIRS, THEIRS] },
  { what: 'a failure with a sentence', status: 500, body: message, sentences: [OWN, THEIRS] },
  { what: 'a failure of ours', status: 500, body: coded('internal'), sentences: [OWN, OWN] },
  { what: 'an empty sentence', status: 400, body: '{"message":" "}', sentences: [OWN, OWN] },
  { what: 'a page of a proxy', status: 502, body: '<h1>Bad</h1>', sentences: [OWN, OWN] },
  { what: 'a refusal by a page', status: 413, body: '<h1>Large</h1>', sentences: [OWN, OWN] },
  { what: 'a cut answer', status: 200, body: '{"mess', sentences: [OWN, OWN] },
])('$what', async ({ status, body, sentences }) => {
  const error = await errorOf(status, body);
  expect([sentenceOf(error, OWN), serverSentenceOf(error, OWN)]).toEqual(sentences);
  expect(isRefusal(error)).toBe(status >= 400 && status < 500);
});

it('an answer that is left while it is read is no unexpected one', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  warn.mockClear();
  const left = new DOMException('left', 'AbortError');
  const json = () => Promise.reject(left);
  vi.stubGlobal('fetch', async () => Object.assign(new Response('{}'), { json }));
  await expect(call(workspaces.setCompany, { body: { company: 'Acme' } })).rejects.toBe(left);
  expect(warn).not.toHaveBeenCalled();
});
