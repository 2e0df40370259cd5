// A finished recording on a running server, and the same as plain files of nginx.
import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { recordingPath } from '#contract/paths.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { TestClient } from '#testing/client.ts';
import { startSession } from '#testing/participant.ts';
import { findProgram } from '#testing/programs.ts';
import type { RunningServer } from '../e2e/server.ts';
import { backdateSessions } from './backdate-sessions.ts';
import { send } from './child.ts';
import { type Creator, finishSession, pieceHeaders } from './participants.ts';

const run = promisify(execFile);

/** The page sends the same number of bytes in one PATCH. */
const PIECE_BYTES = 4 * 1024 ** 2;
const SEND_LIMIT_MS = 120_000;

/** Address of a readable file, and the credentials of a reader. */
export interface Served {
  origin: string;
  path: string;
  headers: Record<string, string>;
  fileBytes: number;
}

/** Sends a whole video as a participant's page does, but does not finish. */
export async function stream(
  server: RunningServer,
  { test }: Creator,
  { video, sizeBytes, name }: { video: string; sizeBytes: number; name: string },
): Promise<StartedSession> {
  const session = await startSession(new TestClient(server.origin), test, { name });
  await backdateSessions(server);
  await send(
    {
      origin: server.origin,
      video,
      pieceBytes: PIECE_BYTES,
      // An incomplete piece at the end is left out.
      pieces: Math.floor(sizeBytes / PIECE_BYTES),
      intervalMs: 0,
      protocol: 'tus',
      syncFolder: null,
      hashed: false,
      lanes: [{ path: session.uploadUrl, headers: pieceHeaders(session) }],
    },
    SEND_LIMIT_MS,
  );
  return session;
}

/** Finishes a session and reads the head of its file, as a player begins. @returns its size and the wait. */
export async function finishAndOpen(
  server: RunningServer,
  creator: Creator,
  session: StartedSession,
): Promise<Served & { waitMs: number }> {
  const { _id: testId, uniqueId, company, name: testName } = creator.test;
  const { userTimestamp } = session;
  const address = recordingPath({ uniqueId, testId, company, testName, userTimestamp });
  const served = {
    origin: server.origin,
    path: `/api/recording_data/${address}`,
    headers: { cookie: [...creator.client.cookies].map((pair) => pair.join('=')).join('; ') },
  };
  const startedAt = performance.now();
  await finishSession(server.origin, creator.test, session);
  const answer = await fetch(`${served.origin}${served.path}`, {
    headers: { ...served.headers, range: `bytes=0-${HEAD_BYTES - 1}` },
  });
  const head = Buffer.from(await answer.arrayBuffer());
  const waitMs = performance.now() - startedAt;
  if (answer.status !== 206 || !(head.includes(DURATION) && head.includes(CUES))) {
    throw new Error(`no head of a seekable file: ${answer.status}`);
  }
  const fileBytes = Number(answer.headers.get('content-range')?.split('/')[1]);
  return { ...served, fileBytes, waitMs };
}

/** Holds the cue points of an hour. */
const HEAD_BYTES = 64 * 1024;
/** Ids of the elements and a size of eight bytes (RFC 9559 sections 5.1.2.10 and 5.1.5). */
const DURATION = Buffer.from([0x44, 0x89]);
const CUES = Buffer.from([0x1c, 0x53, 0xbb, 0x6b]);

/** Saves what a server answers as a file, byte by byte. */
export async function saveTo(path: string, { origin, ...served }: Served): Promise<void> {
  const answer = await fetch(`${origin}${served.path}`, { headers: served.headers });
  if (!answer.ok || !answer.body) throw new Error(`not served: ${answer.status}`);
  const file = await open(path, 'w');
  for await (const chunk of answer.body) await file.write(chunk);
  await file.close();
}

/** Has ffmpeg make a seekable file of a recorded one. @returns how long it took. */
export async function copyByFfmpeg(from: string, to: string): Promise<number> {
  const startedAt = performance.now();
  const args = ['-v', 'error', '-y', '-i', from, '-c', 'copy', '-cues_to_front', '1', to];
  await run(findProgram('ffmpeg'), args);
  return performance.now() - startedAt;
}

/** Name of a file within nginx's folder of files. */
export function nginxFile(folder: string, name: string): string {
  return join(folder, 'files', name);
}
