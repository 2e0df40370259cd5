// A participant without a browser: a session, pieces of its video, the upload call.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { StartedSession } from '#contract/sessions.ts';
import { type Answer, successBody, type TestClient } from './client.ts';

/** A test as its share link names it. */
export interface TestIds {
  _id: string;
  uniqueId: string;
}

/** Some seconds of a recording as Chromium made it. */
export const sentVideo = await readFile(join(import.meta.dirname, 'fixtures/vp8-opus.webm'));

/** A heatmap's PNG, 40 × 30. */
export const sentHeatmap = (await sharp({
  create: { width: 40, height: 30, channels: 4, background: '#f40' },
})
  .png()
  .toBuffer()) as Buffer<ArrayBuffer>;

const webp = async (width: number, height: number) =>
  (await sharp({ create: { width, height, channels: 3, background: '#0a4' } })
    .webp()
    .toBuffer()) as Buffer<ArrayBuffer>;

/** A poster and a sheet of ten stills, as a participant's browser sends them. */
export const sentPoster = await webp(160, 90);
export const sentSheet = await webp(160 * 5, 90 * 2);

/** @throws Error when the test takes no session */
export async function startSession(
  client: TestClient,
  { uniqueId }: Pick<TestIds, 'uniqueId'>,
  input: {
    name: string;
    browserKey?: string;
    parameters?: object;
    personalToken?: string;
    pilot?: boolean;
    answers?: object;
  } = { name: 'Ada' },
): Promise<StartedSession> {
  const { status, body } = await client.post(`/api/link/${uniqueId}/sessions`, input);
  if (status !== 201) throw new Error(`no session: ${JSON.stringify(body)}`);
  return body.session;
}

export function bearer({ token }: Pick<StartedSession, 'token'>): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

export function tusHeaders(session: Pick<StartedSession, 'token'>): Record<string, string> {
  return { ...bearer(session), 'tus-resumable': '1.0.0' };
}

/** Headers of a PATCH at an offset. */
export function pieceHeaders(
  session: Pick<StartedSession, 'token'>,
  offset: number,
): Record<string, string> {
  return {
    ...tusHeaders(session),
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
  };
}

/** One PATCH of a session's upload; `headers` go before the usual ones. */
export function sendPiece(
  client: TestClient,
  session: StartedSession,
  piece: { offset: number; bytes: Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
): Promise<Answer> {
  const headers = { ...pieceHeaders(session, piece.offset), ...piece.headers };
  return client.send(session.uploadUrl, { method: 'PATCH', body: piece.bytes, headers });
}

/** The upload call: of a session, or of any client without one. */
export function sendForm(
  client: TestClient,
  { uniqueId, _id }: TestIds,
  { form, session }: { form: FormData; session?: Pick<StartedSession, 'token'> | null },
): Promise<Answer> {
  const headers = session ? bearer(session) : {};
  const address = `/api/link/upload/${uniqueId}/${_id}/x/y`;
  return client.send(address, { method: 'POST', body: form, headers });
}

/** The upload call's form of a session whose video has been streamed. */
export function streamedForm({ uploadId }: Pick<StartedSession, 'uploadId'>): FormData {
  const form = new FormData();
  form.append('upload', uploadId);
  return form;
}

/** The same with the heatmap of the sample's first screen. */
export function formWithHeatmap(session: Pick<StartedSession, 'uploadId'>): FormData {
  const form = streamedForm(session);
  form.append('1-2', new Blob([sentHeatmap], { type: 'image/png' }), '1-2.png');
  return form;
}

/** Stores a poster and one sheet of stills, taken at these times. */
export async function sendPictures(
  client: TestClient,
  session: StartedSession,
  timesMs: readonly number[] = [0],
): Promise<void> {
  const headers = { ...bearer(session), 'content-type': 'image/webp' };
  for (const [path, body] of [
    ['poster?timeMs=0', sentPoster],
    [`stills/0?timesMs=${timesMs}`, sentSheet],
  ] as const) {
    const address = `/api/sessions/${session._id}/${path}`;
    successBody(await client.send(address, { method: 'PUT', headers, body }));
  }
}

interface RecordingInput {
  name: string;
  browserKey?: string;
  parameters?: object;
  personalToken?: string;
  pictures?: boolean;
  /** Messages of the prototype. Without one, no number of the results counts the session. */
  messages?: readonly object[];
}

/** A session with its whole recording, finished. */
export async function recordSession(
  client: TestClient,
  test: TestIds,
  { pictures = false, messages = [], ...input }: RecordingInput,
): Promise<StartedSession> {
  const session = await startSession(client, test, input);
  successBody(await sendPiece(client, session, { offset: 0, bytes: sentVideo }));
  if (pictures) await sendPictures(client, session);
  const form = formWithHeatmap(session);
  if (messages.length > 0) form.append('events', JSON.stringify(messages));
  successBody(await sendForm(client, test, { form, session }));
  return session;
}
