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

/** Answers every call, as a server that has the recording. @returns the ends of finish calls, null for the usual one */
function takeEnds(): unknown[] {
  const ends: unknown[] = [];
  vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit) => {
    if (body instanceof FormData) ends.push(body.get('ended'));
    const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '3', 'upload-length': '3' };
    if (method === 'HEAD' || method === 'PATCH') return new Response(null, { headers });
    return Response.json({ message: 'x', userTimestamp: 'Ada_1' }, { status: 201 });
  });
  return ends;
}

it.each([
  ['a tab that went away while it recorded', null, 'sharing_ended'],
  ['a tab that went away after stop', 'stopped', null],
  ['a tab that went away after "I’m stuck"', 'stuck', 'stuck'],
  ['a tab that went away after the sharing had ended', 'sharing_ended', 'sharing_ended'],
] as const)('%s', async (_, end, ended) => {
  const ends = takeEnds();
  const spool = await left(end);
  await new PendingUploads(spool).resume();
  expect(ends).toEqual([ended]);
  expect(await spool.list()).toEqual([]);
});

it.each([
  [true, 'sharing_ended'],
  [false, null],
])('what version 1.0 left, with the sharing ended: %s', async (sharingEnded, ended) => {
  const ends = takeEnds();
  const spool = await left('stopped');
  const stored = await spool.list();
  const ofVersion1 = stored.map(({ end: _, ...session }) => ({ ...session, sharingEnded }));
  vi.spyOn(spool, 'list').mockResolvedValue(ofVersion1);
  vi.spyOn(spool, 'get').mockResolvedValue(ofVersion1[0] ?? null);
  await new PendingUploads(spool).resume();
  expect(ends).toEqual([ended]);
});

it.each([
  ['asks for the images of screens without a heatmap', [], 1],
  ['makes no heatmap again that is there', ['1:2'], 0],
] as const)('a recording with presses %s', async (_, there, requests) => {
  const addresses: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    if (body instanceof FormData || method === 'POST') addresses.push('');
    else addresses.push(new URL(address, 'https://tryout.example').pathname);
    const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '3', 'upload-length': '3' };
    if (method === 'HEAD' || method === 'PATCH') return new Response(null, { headers });
    if (method === 'GET') return new Response(null, { status: 404 });
    return Response.json(
      { message: 'x', stored: 1, full: false, userTimestamp: 'Ada_1' },
      { status: 201 },
    );
  });
  const spool = await left('stopped');
  const [{ sessionId } = { sessionId: '' }] = await spool.list();
  const data = {
    presentedNodeId: '1:2',
    handled: true,
    targetNodeId: '1:3',
    targetNodeMousePosition: { x: 1, y: 1 },
  };
  await spool.addEvents(sessionId, [{ seq: 0, atMs: 5, type: 'MOUSE_PRESS_OR_RELEASE', data }]);
  for (const screenId of there) await spool.putHeatmap(sessionId, { screenId, png: new Blob() });
  await new PendingUploads(spool).resume();
  expect(addresses.filter((address) => /screenshot/i.test(address))).toHaveLength(requests);
});
