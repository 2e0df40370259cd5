// A creator's test on a running server, and participants who take it without a browser.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { testId, uniqueId } from '#contract/ids.ts';
import { sessions } from '#contract/sessions.api.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { TestClient } from '#testing/client.ts';
import { tusHeaders } from '#testing/participant.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';
import type { RunningServer } from '../e2e/server.ts';

export type CreatedTest = z.infer<typeof createdTest>;
export const createdTest = z.object({
  _id: testId,
  uniqueId,
  name: z.string(),
  company: z.string(),
  figmaUrl: z.string(),
  link: z.string(),
});

export interface Creator {
  client: TestClient;
  test: CreatedTest;
}

/** Signs a creator in at `origin` (the server's own when it is left out) and creates a test of as many tasks, each with a question after it or none. */
export async function createTest(
  server: Pick<RunningServer, 'origin' | 'prototypeUrl'>,
  {
    origin = server.origin,
    tasks = 1,
    withQuestions = false,
  }: { origin?: string; tasks?: number; withQuestions?: boolean } = {},
): Promise<Creator> {
  const client = new TestClient(origin);
  await signInAtIssuer(client, { email: 'ada@example.com', name: 'Ada Lovelace' });
  await client.post('/api/set-company', { company: 'Acme' });
  const task = {
    task: 'Find a plant for a dark hallway and order it as a gift.',
    figmaUrl: server.prototypeUrl,
  };
  const question = {
    kind: 'question',
    question: 'What was difficult?',
    form: { type: 'long_text' },
  };
  const steps = Array.from({ length: tasks }, () => [
    { kind: 'task', ...task },
    ...(withQuestions ? [question] : []),
  ]).flat();
  const { body } = await client.post('/api/tests', { name: 'A plant as a gift', ...task, steps });
  return { client, test: createdTest.parse(body) };
}

/** Headers of every PATCH of a session; the sender adds the offset. */
export function pieceHeaders(session: StartedSession): Record<string, string> {
  return { ...tusHeaders(session), 'content-type': 'application/offset+octet-stream' };
}

/** The call that finishes a session whose video was streamed; without clicks and heatmaps. */
export async function finishSession(
  origin: string,
  test: CreatedTest,
  session: StartedSession,
): Promise<void> {
  const form = new FormData();
  form.set('upload', session.uploadId);
  form.set('name', session.participantName);
  form.set('events', '[]');
  await postUpload(origin, test, { form, token: session.token });
}

/**
 * The upload call (section 7). Not by `fetch`, which gives an answer five minutes and counts the upload.
 * @returns the recording's name.
 */
export async function postUpload(
  origin: string,
  test: CreatedTest,
  { form, token }: { form: FormData; token?: string },
): Promise<string> {
  const names = [test._id, test.name, test.company].map(encodeURIComponent).join('/');
  const { headers, body } = new Response(form);
  if (!body) throw new Error('the form is empty');
  const outgoing = request(`${origin}/api/link/upload/${test.uniqueId}/${names}`, {
    method: 'POST',
    headers: {
      'content-type': headers.get('content-type') ?? '',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });
  // Node accepts such a body, but the browser's types do not declare it.
  const bytes = body as unknown as AsyncIterable<Uint8Array>;
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  const [[answer]] = await Promise.all([answered, pipeline(bytes, outgoing)]);
  const answerText = await text(answer);
  if (answer.statusCode !== 201) throw new Error(`the upload was refused: ${answerText}`);
  return sessions.finish.answer.parse(JSON.parse(answerText)).userTimestamp;
}
