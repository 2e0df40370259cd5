// Uploads a recording from the spool to the server while it is made: in order and exactly once, also after outages and
// restarts of either side.

import { z } from 'zod/mini';
import type { Spool, SpooledSession } from '../spool/spool.ts';
import { CallError, type Failure, PROXY_LIMIT, send } from './call.ts';
import { PatchSize } from './patch-size.ts';
import { canRetry, RetryDelay } from './retry-delay.ts';

export interface VideoProgress {
  /** Number of bytes that the server has acknowledged, which are on its stable storage. */
  storedBytes: number;
  /** Number of failed attempts in a row. */
  failures: number;
  /** The last attempt's failure, or null if it succeeded or failed within this browser. */
  problem: Failure | null;
}

export interface VideoUploadOptions {
  spool: Spool;
  session: SpooledSession;
  onProgress: (progress: VideoProgress) => void;
}

/**
 * Timeout of a HEAD request. It has no body, so its answer comes soon or not at all. A new connection is faster than the
 * retries of TCP, whose pauses grow.
 */
const HEAD_TIMEOUT_MS = 4000;
/** Every fourth HEAD in a row gets a longer timeout, because the server may be slow instead of unreachable. */
const PATIENT_HEAD_EVERY = 4;
const PATIENT_HEAD_TIMEOUT_MS = 15_000;

/** @param failures number of failures in a row */
export function headTimeoutAfter(failures: number): number {
  const isPatient = failures % PATIENT_HEAD_EVERY === PATIENT_HEAD_EVERY - 1;
  return isPatient ? PATIENT_HEAD_TIMEOUT_MS : HEAD_TIMEOUT_MS;
}

/**
 * Uploads the spool of a session while pieces are added to it. It requests the server's offset at the start and after
 * every failure, so that a lost answer or a restart can't double or skip a byte.
 */
export class VideoUpload {
  readonly retryDelay = new RetryDelay();
  readonly #options: VideoUploadOptions;
  readonly #target: TusTarget;
  readonly #size = new PatchSize();
  #ended = false;
  #storedBytes: number;
  /** Failed answers in a row, until another byte is stored. */
  #failedAnswers = 0;
  #wake: (() => void) | null = null;

  constructor(options: VideoUploadOptions) {
    this.#options = options;
    this.#target = { address: options.session.uploadUrl, token: options.session.token };
    this.#storedBytes = options.session.releasedBytes;
  }

  /** Continues the upload after pieces were added to the spool. */
  piecesAdded(): void {
    this.#wake?.();
  }

  /** Marks the recording as complete: no piece will be added to the spool. */
  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  /**
   * Runs until the whole recording is stored and its length is declared.
   * @returns the length in bytes
   * @throws CallError if the server rejects the upload for good; the signal's reason after an abort
   */
  async run(signal: AbortSignal): Promise<number> {
    for (;;) {
      try {
        return await this.#follow(signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!canRetry(error) && !this.#fitsShorter(error)) throw error;
        if (!(error instanceof CallError)) console.error('The upload stumbled.', error);
        this.#size.shrink();
        this.#failed(error instanceof CallError ? error.failure : null);
        await this.retryDelay.wait(error, signal);
      }
    }
  }

  async #follow(signal: AbortSignal): Promise<number> {
    const { spool, session } = this.#options;
    const timeoutMs = headTimeoutAfter(this.retryDelay.failures);
    const state = await readTusState(this.#target, { timeoutMs, signal });
    await this.#acknowledge(state.offset);
    let { offset } = state;
    let isFirst = true;
    for (;;) {
      const ended = this.#ended;
      const bytes = await spool.read(session.sessionId, { offset, maxBytes: this.#size.bytes });
      if (bytes.length > 0) {
        const sentAtMs = performance.now();
        const timeoutMs = this.#size.timeoutOf(bytes.length);
        // Tabs of one browser share six connections. A tab with a backlog lets the first PATCH of others go first.
        const priority = !isFirst && bytes.length === this.#size.bytes ? 'low' : 'auto';
        isFirst = false;
        const options = { timeoutMs, priority, signal } as const;
        offset = await patchTus(this.#target, { offset, bytes }, options);
        this.#size.arrived({ sentBytes: bytes.length, tookMs: performance.now() - sentAtMs });
        await this.#acknowledge(offset);
      } else if (ended) {
        // A session without a byte is abandoned, not finished.
        if (offset > 0 && state.lengthBytes !== offset) await this.#declareLength(offset, signal);
        this.#succeeded(offset);
        return offset;
      } else {
        await this.#more(offset, signal);
      }
    }
  }

  async #declareLength(lengthBytes: number, signal: AbortSignal): Promise<void> {
    const bytes = new Uint8Array(0);
    const timeoutMs = this.#size.timeoutOf(0);
    await patchTus(
      this.#target,
      { offset: lengthBytes, bytes, lengthBytes },
      { timeoutMs, signal },
    );
  }

  async #acknowledge(offset: number): Promise<void> {
    const { spool, session } = this.#options;
    const spooled = await spool.get(session.sessionId);
    if (!spooled) throw leftSpool();
    if (offset < spooled.releasedBytes) throw lostBetween(offset, spooled.releasedBytes);
    if (offset > spooled.spooledBytes && !this.#ended) {
      throw lostInSpool(offset, spooled.spooledBytes);
    }
    await spool.release(session.sessionId, offset);
    this.retryDelay.reset();
    // The server reports its offset, and may still reject the bytes after it.
    if (this.#failedAnswers === 0 || offset > this.#storedBytes) this.#succeeded(offset);
  }

  #succeeded(offset: number): void {
    this.#failedAnswers = 0;
    this.#storedBytes = offset;
    this.#options.onProgress({ storedBytes: offset, failures: 0, problem: null });
  }

  #failed(problem: Failure | null): void {
    this.#failedAnswers = problem && problem.status > 0 ? this.#failedAnswers + 1 : 0;
    const failures = Math.max(this.retryDelay.failures + 1, this.#failedAnswers);
    this.#options.onProgress({ storedBytes: this.#storedBytes, failures, problem });
  }

  /** Returns true if a shorter PATCH may pass: a proxy limits the size of bodies, and the shortest was not tried yet. */
  #fitsShorter(error: unknown): boolean {
    const isLimit = error instanceof CallError && error.failure.code === PROXY_LIMIT;
    return isLimit && this.#size.limit();
  }

  /** Waits for a piece beyond the offset, or the end. */
  async #more(offset: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => resolve();
    this.#wake = wake;
    signal.addEventListener('abort', wake);
    const spooled = await this.#options.spool.get(this.#options.session.sessionId);
    // A piece may have come since the last read.
    if (!this.#ended && (spooled?.spooledBytes ?? 0) <= offset) await promise;
    signal.removeEventListener('abort', wake);
    this.#wake = null;
    signal.throwIfAborted();
  }
}

/**
 * Error for bytes that neither side has. The server lost bytes that it had acknowledged, or the browser's storage was
 * cleared during an outage.
 */
function lostBetween(offset: number, releasedBytes: number): CallError {
  console.error(`The server has ${offset} bytes; what is kept here begins at ${releasedBytes}.`);
  const message =
    'A part of the recording is lost, so what comes after it cannot be sent. What had arrived before can be watched.';
  return new CallError({ kind: 'refused', status: 0, code: 'lost_between', message });
}

/** Error for a server that has more bytes than this tab recorded, because another tab records into the same session. */
function lostInSpool(offset: number, spooledBytes: number): CallError {
  const message = `The server has ${offset} bytes, recorded were ${spooledBytes}.`;
  return new CallError({ kind: 'refused', status: 0, code: 'lost_in_spool', message });
}

/** Error for a session that is no longer in the spool: another tab finished it, or the site's data was cleared. */
function leftSpool(): CallError {
  const message = 'The recording is no longer kept in this browser.';
  return new CallError({ kind: 'refused', status: 0, code: 'left_spool', message });
}

// Client of the tus protocol 1.0.0 for an existing upload: its offset, and the next bytes.

interface TusTarget {
  address: string;
  token: string;
}

/** State of an upload: the number of stored bytes, and its whole length once the server has it. */
interface TusState {
  offset: number;
  lengthBytes: number | null;
}

const TUS_HEADERS = { 'tus-resumable': '1.0.0' };
const size = z.coerce.number().check(z.int(), z.gte(0));

/** "The Server MUST always include the Upload-Offset header in the response for a HEAD request." */
async function readTusState(
  target: TusTarget,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<TusState> {
  const response = await send(target.address, {
    method: 'HEAD',
    token: target.token,
    headers: TUS_HEADERS,
    timeoutMs,
    signal,
  });
  const length = size.safeParse(response.headers.get('upload-length') ?? undefined);
  return { offset: readOffset(response), lengthBytes: length.success ? length.data : null };
}

interface PatchOptions {
  timeoutMs: number;
  /** Order among requests that wait for a connection of this browser. */
  priority?: RequestPriority;
  signal: AbortSignal;
}

/**
 * Appends bytes at an offset.
 * "Once it is known the Client MUST set the Upload-Length header in the next PATCH request": given
 * as `lengthBytes`, with an empty PATCH, so that a repetition after a lost answer is harmless.
 * @returns the offset stored.
 */
async function patchTus(
  target: TusTarget,
  piece: { offset: number; bytes: Uint8Array<ArrayBuffer>; lengthBytes?: number },
  { timeoutMs, priority = 'auto', signal }: PatchOptions,
): Promise<number> {
  const { offset, bytes, lengthBytes } = piece;
  const response = await send(target.address, {
    method: 'PATCH',
    token: target.token,
    headers: {
      ...TUS_HEADERS,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      ...(lengthBytes === undefined ? {} : { 'upload-length': String(lengthBytes) }),
    },
    body: bytes,
    timeoutMs,
    aside: { priority },
    signal,
  });
  return readOffset(response);
}

function readOffset(response: Response): number {
  const offset = size.safeParse(response.headers.get('upload-offset') ?? undefined);
  if (offset.success) return offset.data;
  // A captive portal or a proxy answered instead.
  const message = 'The answer carries no upload offset.';
  throw new CallError({ kind: 'busy', status: response.status, code: 'no_offset', message });
}
