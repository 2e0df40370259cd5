// A recogniser's interface on a free port, for tests: it keeps what it was asked, and answers what a test says.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  headers: IncomingMessage['headers'];
  form: FormData;
}

type Answer = (asked: Asked, response: ServerResponse) => unknown;

export interface TestRecogniser {
  /** For TRANSCRIBE_URL. */
  url: string;
  asked: Asked[];
  /** What it answers from now on: JSON of what is returned, unless the response was used. */
  answer: Answer;
  stop(): Promise<void>;
}

export async function startRecogniser(answer: Answer): Promise<TestRecogniser> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(Buffer.concat(chunks), { headers }).formData();
    const asked = { headers: request.headers, form };
    recogniser.asked.push(asked);
    const told = await recogniser.answer(asked, response);
    if (told === undefined) return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(told));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const recogniser: TestRecogniser = {
    url: `http://127.0.0.1:${port}/v1/audio/transcriptions`,
    asked: [],
    answer,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return recogniser;
}
