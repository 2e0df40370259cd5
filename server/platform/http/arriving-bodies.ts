// Watches every request body while it arrives. It ends bodies that arrive too slowly, and the oldest ones if there are
// too many. The received bytes of a recording's piece are stored, so its sender continues from there.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SessionId } from '#contract/ids.ts';
import { countedAddress } from './client-address.ts';
import { refuseConnection } from './error-handler.ts';
import { hasBody, isStreamed } from './join-chunks.ts';

export interface BodyBounds {
  /** Length of a window in time, in which at least `leastBytes` must arrive. */
  windowMs: number;
  leastBytes: number;
  /** Maximum time for the rest of a body whose call was answered early. */
  answeredMs: number;
  /** Maximum number of simultaneous bodies of one address. */
  perAddress: number;
  /** Maximum number of bytes in memory of incomplete bodies. Bodies that are written to storage at once do not count. */
  heldBytes: number;
  checkEveryMs: number;
}

/**
 * Bounds for slow but honest senders. A connection of 100 kbit/s that stalls for 20 of 40 s transfers 250 kB in that
 * time, which is 16 kB for each of 15 requests. After an outage of 20 s, TCP resumes within 31 s, because its retries
 * double their pauses. 200 participants behind one address send three bodies each; a browser allows six. Their heatmaps
 * have 300 kB each, and each participant has one in memory at a time.
 */
export const BODY_BOUNDS: BodyBounds = {
  windowMs: 40_000,
  leastBytes: 10_000,
  answeredMs: 30_000,
  perAddress: 1200,
  heldBytes: 256 * 1024 ** 2,
  checkEveryMs: 1000,
};

interface Arriving {
  raw: IncomingMessage;
  request: FastifyRequest;
  reply: FastifyReply;
  address: string;
  startedMs: number;
  /** Bytes that the connection had received when the body began, and when its window began. */
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

  constructor(bounds: BodyBounds, onArrival: (sessionId: SessionId) => void) {
    this.#bounds = bounds;
    this.#onArrival = onArrival;
  }

  add(request: FastifyRequest, reply: FastifyReply): void {
    const { raw } = request;
    if (!hasBody(raw.headers)) return;
    const bytes = raw.socket.bytesRead;
    const address = countedAddress(request.ip);
    const own = this.#arriving.get(address) ?? new Set();
    this.#arriving.set(address, own);
    const now = performance.now();
    const since = { startedMs: now, windowMs: now, bytesBefore: bytes, windowBytes: bytes };
    own.add({ raw, request, reply, address, ...since, receivedBytes: bytes, answeredMs: null });
    if (own.size <= this.#bounds.perAddress) return;
    for (const body of own) if (isOver(body)) this.#drop(body);
    const [oldest] = own;
    if (own.size > this.#bounds.perAddress && oldest) this.#end(oldest, 'too many at a time');
  }

  check(): void {
    const now = performance.now();
    let held = 0;
    for (const own of this.#arriving.values()) {
      for (const body of own) {
        if (isOver(body)) this.#drop(body);
        else if (this.#isLate(body, now)) this.#end(body, 'too slow');
        else {
          held += bytesInMemory(body);
          this.#reportArrival(body);
        }
      }
    }
    if (held > this.#bounds.heldBytes) this.#release(held - this.#bounds.heldBytes);
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
    if (now - body.windowMs < this.#bounds.windowMs) return false;
    const bytes = body.raw.socket.bytesRead;
    const isSlow = bytes - body.windowBytes < this.#bounds.leastBytes;
    body.windowBytes = bytes;
    body.windowMs = now;
    // If received bytes wait for the server to read them, the server is the slow side.
    return isSlow && body.raw.readableLength === 0;
  }

  /** Ends bodies, the oldest first, until this number of bytes is free. */
  #release(bytes: number): void {
    const holding = [...this.#arriving.values()]
      .flatMap((own) => [...own])
      .filter((body) => bytesInMemory(body) > 0)
      .toSorted((one, other) => one.startedMs - other.startedMs);
    let left = bytes;
    for (const body of holding) {
      if (left <= 0) return;
      left -= bytesInMemory(body);
      this.#end(body, 'too much in memory');
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

/** Returns the bytes of a body in memory. Forms and pieces are written to storage while they arrive. */
function bytesInMemory({ raw, request, bytesBefore }: Arriving): number {
  return isStreamed(raw.headers['content-type'] ?? '')
    ? request.heldBytes
    : raw.socket.bytesRead - bytesBefore;
}
