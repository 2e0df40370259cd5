// One request of the price list's bench, by a connection of its own address: all of 127.0.0.0/8 is this machine
// (RFC 1122 section 3.2.1.3).
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';

export interface PricedRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string | undefined;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends a request and reads its answer to the end. @returns its status, a short answer's text, and the bytes that came */
export async function sendPriced(
  origin: string,
  { method, path, headers = {}, body }: PricedRequest,
  localAddress: string,
): Promise<{ status: number; text: string; bytes: number; cookies: string[] }> {
  const length: Record<string, string> =
    body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const outgoing = request(origin + path, {
    method,
    agent,
    localAddress,
    headers: { ...length, ...headers },
  });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (text.length < SHOWN_CHARACTERS) text += chunk.toString('latin1');
  }
  return {
    status: answer.statusCode ?? 0,
    text,
    bytes,
    cookies: answer.headers['set-cookie'] ?? [],
  };
}

const SHOWN_CHARACTERS = 5000;
