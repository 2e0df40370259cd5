// Watches every request body while it arrives. It ends bodies that arrive too slowly, and the oldest ones if there are
// too many. The received bytes of a recording's piece are stored, so its sender continues from there.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SessionId } from '#contract/ids.ts';
import { countedAddress } from './client-address.ts';
import { refuseConnection } from './error-handler.ts';
import { BLOCK_BYTES, hasBody, isStreamed } from './join-chunks.ts';

export interface BodyBounds {
  /** Length of a window in time, in which at least `leastBytes` must arrive. */
  windowMs: number;
  leastBytes: number;
  /** Maximum time for the rest of a body whose call was answered early. */
  answeredMs: number;
  /** Maximum number of simultaneous bodies of one address. */
  perAddress: number;
  /**
   * Maximum number of bytes in memory of incomplete bodies: of all, of those for one test, and of those from one address.
   * Bodies that are written to storage at once do not count.
   */
  heldBytes: number;
  heldPerTest: number;
  heldPerAddress: number;
  /** A form may take this time, and one second more for each `formBytesPerSecond` that have arrived. */
  formMs: number;
  formBytesPerSecond: number;
  checkEveryMs: number;
}

/**
 * Bounds for slow but honest senders. A connection of 100 kbit/s that stalls for 20 of 40 s transfers 250 kB in that
 * time, which is 16 kB for each of 15 requests. After an outage of 20 s, TCP resumes within 31 s, because its retries
 * double their pauses. 200 participants behind one address send three bodies each; a browser allows six. Their heatmaps
 * have 300 kB each, and each participant has one in memory at a time: 60 MB of one address. A form that comes alone over
 * that connection brings 6 kB in each second.
 */
export const BODY_BOUNDS: BodyBounds = {
  windowMs: 40_000,
  leastBytes: 10_000,
  answeredMs: 30_000,
  perAddress: 1200,
  heldBytes: 256 * 1024 ** 2,
  heldPerTest: 160 * 1024 ** 2,
  heldPerAddress: 96 * 1024 ** 2,
  formMs: 300_000,
  formBytesPerSecond: 4096,
  checkEveryMs: 1000,
};

interface Arriving {
  raw: IncomingMessage;
  request: FastifyRequest;
  reply: FastifyReply;
  address: string;
  startedMs: number;
  /** Bytes that the connection had received when the request began, and when its window began. */
  bytesBefore: number;
  windowBytes: number;
  /** Bytes at the last check. */
  receivedBytes: number;
  windowMs: number;
  answeredMs: number | null;
}

/** @param onArrival is called at every check with each session whose bytes arrive */
export function watchArrivingBodies(
  app: FastifyInstance,
  bounds: BodyBounds,
  onArrival: (sessionId: SessionId) => void,
): void {
  const bodies = new ArrivingBodies(bounds, onArrival);
  app.decorateRequest('heldBytes', 0);
  app.decorateRequest('sessionId', null);
  app.addHook('onRequest', async (request, reply) => bodies.add(request, reply));
  const timer = setInterval(() => bodies.check(), bounds.checkEveryMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of an incomplete form part that its reader has in memory. */
    heldBytes: number;
    /** The session of a participant's call, or null until its token has been read. */
    sessionId: SessionId | null;
  }
}

class ArrivingBodies {
  readonly #bounds: BodyBounds;
  readonly #onArrival: (sessionId: SessionId) => void;
  /** Arriving bodies by address, the oldest first. */
  readonly #arriving = new Map<string, Set<Arriving>>();
  /** Bytes that a connection had received when its last request was complete. */
  readonly #completed = new WeakMap<Socket, number>();

  constructor(bounds: BodyBounds, onArrival: (sessionId: SessionId) => void) {
    this.#bounds = bounds;
    this.#onArrival = onArrival;
  }

  add(request: FastifyRequest, reply: FastifyReply): void {
    const { raw } = request;
    const { socket } = raw;
    const bytesBefore = this.#completed.get(socket) ?? 0;
    const complete = () => this.#completed.set(socket, socket.bytesRead);
    if (!hasBody(raw.headers)) {
      complete();
      return;
    }
    raw.once('end', complete);
    const bytes = socket.bytesRead;
    const address = countedAddress(request.ip);
    const own = this.#arriving.get(address) ?? new Set();
    this.#arriving.set(address, own);
    const now = performance.now();
    const since = { startedMs: now, windowMs: now, bytesBefore, windowBytes: bytes };
    own.add({ raw, request, reply, address, ...since, receivedBytes: bytes, answeredMs: null });
    if (own.size <= this.#bounds.perAddress) return;
    for (const body of own) if (isOver(body)) this.#drop(body);
    const [oldest] = own;
    if (own.size > this.#bounds.perAddress && oldest) this.#end(oldest, 'too many at a time');
  }

  check(): void {
    const now = performance.now();
    for (const own of this.#arriving.values()) {
      for (const body of own) {
        if (isOver(body)) this.#drop(body);
        else if (this.#isLate(body, now)) this.#end(body, 'too slow');
        else this.#reportArrival(body);
      }
    }
    this.#release(({ address }) => address, this.#bounds.heldPerAddress);
    this.#release(testOf, this.#bounds.heldPerTest);
    this.#release(() => 'all', this.#bounds.heldBytes);
  }

  #reportArrival(body: Arriving): void {
    const { bytesRead } = body.raw.socket;
    if (bytesRead > body.receivedBytes && body.request.sessionId)
      this.#onArrival(body.request.sessionId);
    body.receivedBytes = bytesRead;
  }

  #isLate(body: Arriving, now: number): boolean {
    if (body.reply.raw.writableFinished) {
      body.answeredMs ??= now;
      if (now - body.answeredMs >= this.#bounds.answeredMs) return true;
    }
    if (this.#isOverdue(body, now)) return true;
    if (now - body.windowMs < this.#bounds.windowMs) return false;
    const bytes = body.raw.socket.bytesRead;
    const isSlow = bytes - body.windowBytes < this.#bounds.leastBytes;
    body.windowBytes = bytes;
    body.windowMs = now;
    // If received bytes wait for the server to read them, the server is the slow side.
    return isSlow && body.raw.readableLength === 0;
  }

  /** Returns whether a form has taken longer than its size permits. What arrives slowly may hold memory meanwhile. */
  #isOverdue({ raw, startedMs, bytesBefore }: Arriving, now: number): boolean {
    if (!isForm(raw)) return false;
    const { formMs, formBytesPerSecond } = this.#bounds;
    const bytes = raw.socket.bytesRead - bytesBefore;
    return now - startedMs > formMs + (bytes / formBytesPerSecond) * 1000;
  }

  /**
   * Ends bodies of each group that holds more than the bound, those that hold most first: an honest body holds little.
   * @param groupOf returns the group of a body, or null if it has none
   */
  #release(groupOf: (body: Arriving) => string | null, boundBytes: number): void {
    const holding = [...this.#arriving.values()]
      .flatMap((own) => [...own])
      .map((body) => ({ body, bytes: bytesInMemory(body), group: groupOf(body) }))
      .filter(({ bytes, group }) => bytes > 0 && group !== null)
      .toSorted((one, other) => one.bytes - other.bytes);
    const sums = new Map<string | null, number>();
    // The smallest ones stay as long as their sum does.
    for (const { body, bytes, group } of holding) {
      const sum = (sums.get(group) ?? 0) + bytes;
      sums.set(group, sum);
      if (sum > boundBytes) this.#end(body, 'too much in memory');
    }
  }

  #end(body: Arriving, reason: string): void {
    this.#drop(body);
    const { raw, reply, request } = body;
    request.log.info({ reason }, 'a request body was ended');
    if (reply.raw.headersSent) raw.socket.destroy();
    else refuseConnection(reply.raw.getHeaders(), new RequestTimeout(reason), raw.socket);
  }

  #drop(body: Arriving): void {
    const own = this.#arriving.get(body.address);
    own?.delete(body);
    if (own?.size === 0) this.#arriving.delete(body.address);
  }
}

/** Error of Node's own HTTP server for a request that takes too long. */
class RequestTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}

function isOver({ raw }: Arriving): boolean {
  return raw.complete || raw.destroyed;
}

function isForm({ headers }: IncomingMessage): boolean {
  return /^multipart\//i.test(headers['content-type'] ?? '');
}

/** Returns the share id in the address of a call, or null if it has none. */
function testOf({ request }: Arriving): string | null {
  return (request.params as { uniqueId?: string } | null)?.uniqueId ?? null;
}

/**
 * Returns the bytes of a body in memory. Forms and pieces are written to storage while they arrive; a form's bytes wait
 * in a block before they are parsed.
 */
function bytesInMemory({ raw, request, bytesBefore }: Arriving): number {
  const received = raw.socket.bytesRead - bytesBefore;
  if (isForm(raw)) return request.heldBytes + Math.min(received, BLOCK_BYTES);
  return isStreamed(raw.headers['content-type'] ?? '') ? 0 : received;
}
