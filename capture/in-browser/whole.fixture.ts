// What every test of a run ends with: all bytes recorded are stored, once and in order, and play.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import { videoKey } from '#server/media/object-keys.ts';
import { findProgram } from '#testing/programs.ts';
import type { NewSession } from '../spool/spool.ts';
import { inPage, type Rig } from './run.fixture.ts';

/** Duration and codecs as ffprobe reads the stored file. */
async function probe(
  rig: Rig,
  session: NewSession,
): Promise<{ codecs: string[]; packets: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-probe-'));
  const file = join(folder, 'recording.webm');
  await writeFile(file, await rig.server.stored(videoKey(session.sessionId as SessionId)));
  const asked = '-v error -count_packets -show_entries stream=codec_name,nb_read_packets -of json';
  const { stdout, stderr } = await promisify(execFile)(findProgram('ffprobe'), [
    ...asked.split(' '),
    file,
  ]);
  await rm(folder, { recursive: true });
  // A lost tab ends its last piece within a block, which players and our index cut off.
  expect(stderr.replace(/^.*File ended prematurely.*$/m, '').trim()).toBe('');
  const { streams } = JSON.parse(stdout) as {
    streams: { codec_name: string; nb_read_packets: string }[];
  };
  const packets = Math.min(...streams.map((stream) => Number(stream.nb_read_packets)));
  return { codecs: streams.map((stream) => stream.codec_name).sort(), packets };
}

/** Everything spooled is on the server, the session is finished, nothing is left in the browser. */
export async function expectWhole(rig: Rig, page: Page, session: NewSession): Promise<void> {
  const spooled = await inPage(page, 'spooledHash', session.sessionId);
  expect(spooled.length).toBeGreaterThan(10_000);
  expect(await rig.storedHash(session)).toEqual(spooled);
  expect(await inPage(page, 'spooledSessions')).toBe(0);
  const row = await rig.server.db
    .selectFrom('sessions')
    .select('state')
    .where('id', '=', session.sessionId)
    .executeTakeFirstOrThrow();
  expect(row.state).toBe('finished');
  const { codecs, packets } = await probe(rig, session);
  expect(codecs).toEqual(['opus', 'vp9']);
  // A machine that does other work encodes few frames; what counts is above.
  expect(packets).toBeGreaterThan(1);
}
