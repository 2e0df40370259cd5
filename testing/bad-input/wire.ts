// Sends requests as they are written: it normalises no address, folds no header and stores no cookie.
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import type { Sent } from './bad-input.ts';

export interface WireAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export function sendAsWritten(origin: string, sent: Sent): Promise<WireAnswer> {
  const { hostname, port } = new URL(origin);
  const { method, path, body } = sent;
  const headers = {
    ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
    ...sent.headers,
  };
  return new Promise((resolve, reject) => {
    const out = request({ hostname, port, method, path, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece: string) => {
        text += piece;
      });
      answer.on('error', reject).on('end', () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      });
    });
    out.on('error', reject);
    out.end(body);
  });
}

/** Bytes that no HTTP client would send; answers all that comes back before the connection ends. */
export function sendBytes(origin: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    socket.on('data', (piece) => {
      answer += piece.toString();
    });
    socket.on('error', () => resolve(answer)).on('close', () => resolve(answer));
  });
}
