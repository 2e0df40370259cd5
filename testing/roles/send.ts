// Sends a request of the table of roles, as any client would: without stored cookies, and reads no body beyond its
// end.
import { request } from 'node:http';
import type { RoleRequest } from './role.ts';

export interface ReceivedAnswer {
  status: number;
  text: string;
}

/** An event stream is left after its first words. */
export function send(
  origin: string,
  { method, path, headers = {}, body }: RoleRequest,
): Promise<ReceivedAnswer> {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const out = request(
      `${origin}${path}`,
      { method, headers: { ...length, ...headers } },
      (answer) => {
        let text = '';
        const finish = () => resolve({ status: answer.statusCode ?? 0, text });
        answer.on('data', (piece: Buffer) => {
          text += piece.toString('latin1');
          if (answer.headers['content-type']?.startsWith('text/event-stream')) answer.destroy();
        });
        answer.on('close', finish).on('error', finish);
      },
    );
    out.on('error', reject);
    out.end(body);
  });
}
