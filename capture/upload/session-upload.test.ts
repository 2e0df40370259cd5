// Recordings that the server refuses to finish.
import { afterEach, expect, it, vi } from 'vitest';
import { MemorySpool } from '../spool/memory-spool.ts';
import { newSession } from '../spool/session.fixture.ts';
import { isGone } from './call.ts';
import { SessionUpload } from './session-upload.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Finishes a recording of three bytes against a server that answers as given. */
async function finishAgainst(answer: Response, releasedBytes = 0) {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('fetch', async () => answer);
  const spool = new MemorySpool();
  const upload = await uploadOf(spool, releasedBytes);
  await upload.finish(Promise.resolve({ storedEvents: 0 }), 'stopped');
  const { phase, problem } = upload.getSnapshot();
  const [session = null] = await spool.list();
  return { phase, isGone: problem && isGone(problem), session };
}

/** Starts the upload of a recording of three bytes. */
async function uploadOf(spool: MemorySpool, releasedBytes = 0): Promise<SessionUpload> {
  const { sessionId } = newSession();
  await spool.begin(newSession({ sessionId }));
  const bytes = new Uint8Array([1, 2, 3]);
  await spool.append(sessionId, { offset: 0, bytes, recordedMs: 10 });
  if (releasedBytes > 0) await spool.release(sessionId, releasedBytes);
  const session = await spool.get(sessionId);
  if (!session) throw new Error('It was just begun.');
  return new SessionUpload({ spool, session });
}

it('keeps nothing of a session that was deleted', async () => {
  const headers = { 'tus-resumable': '1.0.0' };
  const ended = await finishAgainst(new Response(null, { status: 404, headers }));
  expect(ended).toEqual({ phase: 'failed', isGone: true, session: null });
});

it('keeps a recording that is refused for another reason', async () => {
  const body = { code: 'session_over', message: 'This session is over.' };
  const ended = await finishAgainst(Response.json(body, { status: 409 }));
  expect(ended).toMatchObject({ phase: 'failed', isGone: false, session: { spooledBytes: 3 } });
});

it('ends quietly when the token has ended and the server has every byte', async () => {
  const headers = { 'tus-resumable': '1.0.0' };
  const ended = await finishAgainst(new Response(null, { status: 401, headers }), 3);
  expect(ended).toEqual({ phase: 'done', isGone: null, session: null });
});

it('says so when the token has ended and bytes are missing', async () => {
  const headers = { 'tus-resumable': '1.0.0' };
  const ended = await finishAgainst(new Response(null, { status: 401, headers }), 2);
  expect(ended).toMatchObject({ phase: 'failed', session: { spooledBytes: 3 } });
});

it.each([
  ['all calls', () => false],
  ['pieces alone', (method?: string) => method === 'HEAD'],
])("tells why it waits, and logs a failed answer's body once: %s", async (_, isTaken) => {
  vi.useFakeTimers();
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const body = '{"code":"internal","message":"Something went wrong on our side."}';
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'upload-defer-length': '1' };
  vi.stubGlobal('fetch', async (_address: string, { method }: RequestInit) =>
    isTaken(method) ? new Response(null, { headers }) : new Response(body, { status: 500 }),
  );
  const upload = await uploadOf(new MemorySpool());
  upload.finish(Promise.resolve({ storedEvents: 0 }), 'stopped').catch(() => 'it is closed below');
  await vi.advanceTimersByTimeAsync(5000);
  expect(upload.getSnapshot()).toMatchObject({
    phase: 'finishing',
    connected: false,
    problem: { status: 500, message: 'Something went wrong on our side.' },
  });
  expect(upload.getSnapshot().failures).toBeGreaterThan(1);
  expect(warned.mock.calls).toEqual([[`The upload was answered with 500: ${body}`]]);
  upload.close();
  vi.useRealTimers();
});

it('sends all messages with the last call of another try, and none after it is closed', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '3', 'upload-length': '3' };
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_address: string, { method, body, signal }: RequestInit) => {
    signal?.throwIfAborted();
    if (method === 'HEAD') return new Response(null, { headers });
    const events = body instanceof FormData ? body.get('events') : null;
    sent.push(JSON.parse(String(events)));
    return Response.json({ code: 'session_over', message: 'It is over.' }, { status: 409 });
  });
  const spool = new MemorySpool();
  const upload = await uploadOf(spool);
  const [session] = await spool.list();
  const messages = [0, 1].map((seq) => ({ seq, atMs: 5, type: 'INITIAL_LOAD' as const, data: {} }));
  await spool.addEvents(session?.sessionId ?? '', messages);
  await upload.finish(Promise.resolve({ storedEvents: 1 }), 'stopped');
  await upload.retry();
  expect(sent).toEqual([[messages[1]], messages]);
  upload.close();
  await upload.retry();
  expect(sent).toHaveLength(2);
});

it('gives the last call more time after each failure, at most two minutes', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  const limits = vi.spyOn(AbortSignal, 'timeout');
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '3', 'upload-length': '3' };
  const finishLimits: number[] = [];
  vi.stubGlobal('fetch', async (_address: string, { method }: RequestInit) => {
    if (method === 'HEAD') return new Response(null, { headers });
    finishLimits.push(limits.mock.lastCall?.[0] ?? 0);
    throw new DOMException('The call timed out.', 'TimeoutError');
  });
  const upload = await uploadOf(new MemorySpool());
  upload.finish(Promise.resolve({ storedEvents: 0 }), 'stopped').catch(() => 'it is closed below');
  await vi.advanceTimersByTimeAsync(10_000);
  upload.close();
  vi.useRealTimers();
  const seconds = finishLimits.slice(0, 5).map((ms) => Math.round(ms / 1000));
  expect(seconds).toEqual([20, 40, 80, 120, 120]);
});
