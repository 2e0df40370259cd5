// A recogniser's interface on a free port, for tests: it stores its requests and returns the answers of a test.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecogniserRequest {
  headers: IncomingMessage['headers'];
  form: FormData;
}

type Answer = (request: RecogniserRequest, response: ServerResponse) => unknown;

export interface TestRecogniser {
  /** For TRANSCRIBE_URL. */
  url: string;
  requests: RecogniserRequest[];
  /** Returns the next answer. A returned value is sent as JSON, unless the function has used the response. */
  answer: Answer;
  stop(): Promise<void>;
}

export async function startRecogniser(answer: Answer): Promise<TestRecogniser> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(Buffer.concat(chunks), { headers }).formData();
    const recogniserRequest = { headers: request.headers, form };
    recogniser.requests.push(recogniserRequest);
    const result = await recogniser.answer(recogniserRequest, response);
    if (result === undefined) return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(result));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const recogniser: TestRecogniser = {
    url: `http://127.0.0.1:${port}/v1/audio/transcriptions`,
    requests: [],
    answer,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return recogniser;
}
