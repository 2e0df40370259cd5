// The flood of guessed passwords: at many links of the attacker's own, because each link has a rate, and from many addresses.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { addressOf } from '#contract/endpoint.ts';
import { views } from '#contract/view-links.api.ts';
import type { TestClient } from '#testing/client.ts';
import { successBody } from '#testing/client.ts';
import { share } from '#testing/visitor.ts';
import type { FloodTask } from './tasks.ts';

/** Each takes 30 tries a minute: together they take 200 a second for 15 s. */
const LINKS = 100;
const ADDRESSES_PER_LANE = 250;
const TRY_LIMIT_MS = 20_000;

/** All of 127.0.0.0/8 is this machine (RFC 1122 section 3.2.1.3). */
const addressNumber = (lane: number, number: number) =>
  `127.0.${1 + lane}.${1 + (number % ADDRESSES_PER_LANE)}`;

/** Creates the attacker's links. @returns the address and the cookie of the call that opens each */
export async function createLinks(attacker: TestClient, figmaUrl: string): Promise<string[]> {
  const form = { name: 'Flood', task: 'Flood', figmaUrl };
  const { _id } = successBody<{ _id: string }>(await attacker.post('/api/tests', form));
  const calls: string[] = [];
  while (calls.length < LINKS) {
    const input = { thing: { kind: 'results' }, password: 'correct horse' } as const;
    const { token, viewLink } = await share(attacker, _id, input);
    const { headers } = await post(attacker.origin + views.exchange.path, {
      localAddress: addressNumber(0, calls.length),
      body: { token },
    });
    const path = addressOf(views.open, { params: { viewLinkId: viewLink._id } });
    const [cookie] = headers['set-cookie'] ?? [];
    if (!cookie) throw new Error('the link was not exchanged');
    calls.push(`${path} ${cookie.split(';')[0]}`);
  }
  return calls;
}

/** @returns a function that tries one password and returns the status */
export async function guessPasswords({ origin, prepared }: FloodTask, lane: number) {
  let tries = 0;
  return async () => {
    tries += 1;
    const [path, cookie] = (prepared[(lane + tries) % prepared.length] ?? '').split(' ');
    const { statusCode } = await post(`${origin}${path}`, {
      localAddress: addressNumber(lane, tries),
      headers: { cookie },
      body: { password: `guess ${tries}` },
    });
    return statusCode ?? 0;
  };
}

interface Sent {
  localAddress: string;
  headers?: { cookie: string | undefined };
  body: object;
}

async function post(url: string, { localAddress, headers, body }: Sent): Promise<IncomingMessage> {
  const outgoing = request(url, {
    method: 'POST',
    localAddress,
    signal: AbortSignal.timeout(TRY_LIMIT_MS),
    headers: { 'content-type': 'application/json', ...headers },
  });
  outgoing.end(JSON.stringify(body));
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  await text(answer);
  return answer;
}
