// Watches every request body while it arrives, whatever it contains. It ends those that come too slowly, and the
// oldest if there are too many. The received bytes of a recording's piece are stored, so its sender continues from
// there.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SessionId } from '#contract/ids.ts';
import { countedAddress } from './client-address.ts';
import { refuseConnection } from './error-handler.ts';
import { hasBody, isStreamed } from './join-chunks.ts';

export interface BodyBounds {
  /** Length of a stretch, which must contain `leastBytes`. */
  windowMs: number;
  leastBytes: number;
  /** A body whose call is answered already may take this long to end. */
  answeredMs: number;
  /** Maximum number of bodies of one address that arrive at a time. */
  perAddress: number;
  /**
   * Maximum number of bytes in memory of bodies that are not whole yet. Those that go straight to storage don't
   * count.
   */
  heldBytes: number;
  checkEveryMs: number;
}

/**
 * A line of 100 kbit/s brings 250 kB in 40 s when it stalls for 20 of them, and 16 kB of it to each of 15
 * requests. A line that was gone for 20 s is found again by TCP after 31 s at most: its waits double.
 * 200 participants behind one address have three bodies each on their way; six is what a browser allows.
 * Their heatmaps come to 300 kB each, and one of them is in memory at a time.
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
  /**
   * Bytes of the connection when the body began and when its window did. Bytes that came with the head are before
   * both.
   */
  bytesBefore: number;
  windowBytes: number;
  /** Bytes at the last check. */
  receivedBytes: number;
  windowMs: number;
  answeredMs: number | null;
}

/** @param hear receives at every check each session whose bytes arrive. */
export function watchArrivingBodies(
  app: FastifyInstance,
  bounds: BodyBounds,
  hear: (sessionId: SessionId) => void,
): void {
  const bodies = new ArrivingBodies(bounds, hear);
  app.decorateRequest('heldBytes', 0);
  app.decorateRequest('sessionId', null);
  app.addHook('onRequest', async (request, reply) => bodies.add(request, reply));
  const timer = setInterval(() => bodies.check(), bounds.checkEveryMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of a form's part that its reader holds until the part is whole. */
    heldBytes: number;
    /** The session of a participant's call, or null until its token was read. */
    sessionId: SessionId | null;
  }
}

class ArrivingBodies {
  readonly #bounds: BodyBounds;
  readonly #hear: (sessionId: SessionId) => void;
  /** Arriving bodies by address, the oldest first. */
  readonly #arriving = new Map<string, Set<Arriving>>();

  constructor(bounds: BodyBounds, hear: (sessionId: SessionId) => void) {
    this.#bounds = bounds;
    this.#hear = hear;
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
          this.#hearNew(body);
        }
      }
    }
    if (held > this.#bounds.heldBytes) this.#release(held - this.#bounds.heldBytes);
  }

  #hearNew(body: Arriving): void {
    const { bytesRead } = body.raw.socket;
    if (bytesRead > body.receivedBytes && body.request.sessionId)
      this.#hear(body.request.sessionId);
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
    // Received bytes wait for the server to read them, so the server is the slow side.
    return isSlow && body.raw.readableLength === 0;
  }

  /** Ends bodies, the oldest first, until so many bytes are free. */
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

/** Bytes of bodies that stay in memory until they are whole. Forms and pieces are passed to storage. */
function bytesInMemory({ raw, request, bytesBefore }: Arriving): number {
  return isStreamed(raw.headers['content-type'] ?? '')
    ? request.heldBytes
    : raw.socket.bytesRead - bytesBefore;
}
