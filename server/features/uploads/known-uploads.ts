// What the row of an upload said with its last piece, for the next one a second later: the database is asked
// once a piece, afterwards, when it alone decides whether the piece counts.
import type { SessionId, UploadId } from '#contract/ids.ts';

export interface KnownUpload {
  uploadId: UploadId;
  sessionId: SessionId;
  /** Null until the client has said it. */
  lengthBytes: number | null;
}

/** A piece comes every second. What another server changed meanwhile is seen after that at the latest. */
const KNOWN_MS = 2000;
/** As many recordings as one server takes. */
const KNOWN_MAX = 2000;

export class KnownUploads {
  readonly #known = new Map<SessionId, KnownUpload & { untilMs: number }>();

  /** Takes out what is known: it is kept again only by a piece that counted. */
  take(sessionId: SessionId, uploadId: UploadId): KnownUpload | undefined {
    const known = this.#known.get(sessionId);
    this.#known.delete(sessionId);
    const isUsable = known?.uploadId === uploadId && performance.now() < known.untilMs;
    return isUsable ? known : undefined;
  }

  keep({ uploadId, sessionId, lengthBytes }: KnownUpload): void {
    const untilMs = performance.now() + KNOWN_MS;
    this.#known.delete(sessionId);
    this.#known.set(sessionId, { uploadId, sessionId, lengthBytes, untilMs });
    const [oldest] = this.#known.keys();
    if (this.#known.size > KNOWN_MAX && oldest !== undefined) this.#known.delete(oldest);
  }
}
