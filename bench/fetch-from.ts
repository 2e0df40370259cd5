// `fetch` from another address than the other processes' one: all of 127.0.0.0/8 is this machine (RFC 1122 section 3.2.1.3).
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Redirects are not followed. */
export function fetchFrom(localAddress: string): typeof fetch {
  const agent = new Agent({ keepAlive: true, localAddress });
  return async (input, init) => {
    const sent = new Request(input, init);
    const { method, signal } = sent;
    const body = Buffer.from(await sent.arrayBuffer());
    const headers = { ...Object.fromEntries(sent.headers), 'content-length': body.length };
    const outgoing = request(sent.url, { method, agent, signal, headers });
    outgoing.end(body);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    const bytes = await buffer(answer);
    return new Response(bytes.length > 0 ? bytes : null, {
      status: answer.statusCode ?? 0,
      headers: Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      ),
    });
  };
}
