// A server that receives webhooks: it stores them, and answers as the test defines.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedWebhook {
  headers: Record<string, string>;
  /** Bytes as they came, as text. */
  text: string;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
}

export interface WebhookReceiver {
  url: string;
  received: ReceivedWebhook[];
  /** Replaces the answer 204. */
  answer: RequestListener;
  close(): void;
}

/** Environment variables of a server that may reach the receiver. */
export const RECEIVER_ENV = { ALLOW_PLAIN_CONNECTIONS: 'webhook', ALLOW_PRIVATE_WEBHOOKS: 'on' };

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString();
      const headers = request.headers as Record<string, string>;
      receiver.received.push({ headers, text, body: JSON.parse(text) });
      receiver.answer(request, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: (_, response) => void response.writeHead(204).end(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}
