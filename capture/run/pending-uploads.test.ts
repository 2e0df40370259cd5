// The next visit reports the end of an earlier session to the server.
import { afterEach, expect, it, vi } from 'vitest';
import { MemorySpool } from '../spool/memory-spool.ts';
import { newSession } from '../spool/session.fixture.ts';
import type { RecordingEnd } from '../spool/spool.ts';
import { PendingUploads } from './pending-uploads.ts';

afterEach(() => vi.unstubAllGlobals());

/** A recording of three bytes, all of them on the server. */
async function left(end: RecordingEnd | null): Promise<MemorySpool> {
  const spool = new MemorySpool();
  const session = newSession();
  await spool.begin(session);
  const bytes = new Uint8Array([1, 2, 3]);
  await spool.append(session.sessionId, { offset: 0, bytes, recordedMs: 10 });
  await spool.release(session.sessionId, 3);
  if (end) await spool.finishing(session.sessionId, end);
  return spool;
}

it.each([
  ['a tab that went away while it recorded', null, 'sharing_ended'],
  ['a tab that went away after stop', 'stopped', null],
  ['a tab that went away after "I’m stuck"', 'stuck', 'stuck'],
  ['a tab that went away after the sharing had ended', 'sharing_ended', 'sharing_ended'],
] as const)('%s', async (_, end, ended) => {
  const requests: unknown[] = [];
  vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit) => {
    if (body instanceof FormData) requests.push(body.get('ended'));
    const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '3', 'upload-length': '3' };
    if (method === 'HEAD' || method === 'PATCH') return new Response(null, { headers });
    return Response.json({ message: 'x', userTimestamp: 'Ada_1' }, { status: 201 });
  });
  const spool = await left(end);
  await new PendingUploads(spool).resume();
  expect(requests).toEqual([ended]);
  expect(await spool.list()).toEqual([]);
});
