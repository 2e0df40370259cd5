// Client of the tus protocol 1.0.0 for an existing upload: its offset, and the next bytes.
import { z } from 'zod/mini';
import { CallError, send } from './call.ts';

export interface TusTarget {
  address: string;
  token: string;
}

/** State of an upload: the number of stored bytes, and its whole length once the server has it. */
export interface TusState {
  offset: number;
  lengthBytes: number | null;
}

const TUS_HEADERS = { 'tus-resumable': '1.0.0' };
const size = z.coerce.number().check(z.int(), z.gte(0));

/** "The Server MUST always include the Upload-Offset header in the response for a HEAD request." */
export async function readTusState(
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
export async function patchTus(
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
