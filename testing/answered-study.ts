// A study of a task and questions of every form, and participants without a browser who take it.
import type { SessionId } from '#contract/ids.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { StepAnswer } from '#contract/step-answers.ts';
import type { Test } from '#contract/tests.ts';
import { successBody, type TestClient } from './client.ts';
import { answered, begin, change, end, type Message, press } from './messages.ts';
import { bearer, sendForm, sentVideo, startSession } from './participant.ts';

/** Numbers of the study's steps. */
export const STUDY = {
  task: 1,
  often: 2,
  liked: 3,
  again: 4,
  amount: 5,
  sus: 6,
  umux: 7,
  nps: 8,
  words: 9,
} as const;

/** Answers by step; a step without one was visited and left out, and one with `null` was not visited. */
export type StudyAnswers = Record<number, StepAnswer | null | undefined>;

/** @param figmaUrl of the sample */
export async function createStudy(owner: TestClient, figmaUrl: string): Promise<Test> {
  const options = ['daily', 'weekly', 'never'].map((id) => ({ id, text: id.toUpperCase() }));
  const question = (text: string, form: object) => ({ kind: 'question', question: text, form });
  const goal = { kind: 'screens', screens: ['700:1'], routes: [] };
  const choice = { type: 'several', options, shuffled: true, other: true, none: true };
  const steps = [
    { kind: 'task', task: 'Find', figmaUrl, goal },
    question('How often?', choice),
    question('How was it?', { type: 'scale', points: 7, low: 'Bad', high: 'Good' }),
    question('Once more?', { type: 'yes_no' }),
    question('How many?', { type: 'number' }),
    ...['sus', 'umux_lite', 'nps'].map((set) => ({ kind: 'set', set })),
    question('What else?', { type: 'long_text' }),
  ];
  const form = { name: 'Shop', task: 'Find', figmaUrl, goal, steps };
  return successBody<Test>(await owner.post('/api/tests', form));
}

/** A participant finds the screen in the task, and answers each question half a second after it appears. */
export async function takeStudy(
  client: TestClient,
  test: Test,
  { name, answers }: { name: string; answers: StudyAnswers },
): Promise<StartedSession> {
  const session = await startSession(client, test, { name });
  const messages: Message[] = [
    ...[begin(100, STUDY.task), press(200, '1:2'), change(900, '700:1'), end(1000, STUDY.task)],
  ];
  for (let step: number = STUDY.often; step <= STUDY.words; step += 1) {
    const answer = answers[step];
    if (answer === null) continue;
    messages.push(begin(step * 1000, step));
    if (answer !== undefined) {
      messages.push(answered(step * 1000 + 500, step));
      await sendAnswer(client, session, { step, answer });
    }
    messages.push(end(step * 1000 + 900, step));
  }
  await sendMessages(client, test, { session, messages });
  return session;
}

/** A participant ends with these messages and a short video. */
export async function sendMessages(
  client: TestClient,
  test: Test,
  { session, messages }: { session: StartedSession; messages: readonly Message[] },
): Promise<void> {
  const form = new FormData();
  form.append('video', new Blob([Uint8Array.from(sentVideo)], { type: 'video/webm' }), 'a.webm');
  form.append('events', JSON.stringify(messages.map((one, seq) => ({ seq, ...one }))));
  successBody(await sendForm(client, test, { form, session }));
}

/** @param answer null to take it back */
export async function sendAnswer(
  client: TestClient,
  session: Pick<StartedSession, 'token'> & { _id: SessionId },
  { step, answer }: { step: number; answer: StepAnswer | null },
): Promise<void> {
  successBody(
    await client.send(`/api/sessions/${session._id}/answers/${step}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...bearer(session) },
      body: JSON.stringify({ answer }),
    }),
  );
}
