// A short measurement of the connection to the server, while the participant checks camera and microphone.
import { CONNECTION_MEASURE_MAX_BYTES } from '#contract/limits.ts';
import { sessions } from '#contract/sessions.api.ts';
import { CallError, type SessionAccess, sendOf } from './call.ts';

export interface ConnectionMeasure {
  /** Ends the measuring; answers bits a second, null when nothing is known yet. */
  end: () => number | null;
}

/** The first request opens the connection and shows whether a larger one is worth sending. */
const SIZES_BYTES = [32 * 1024, CONNECTION_MEASURE_MAX_BYTES] as const;
/** A connection this slow supports the lowest quality at best. */
const TIMEOUT_MS = 20_000;

/** Starts at once; never disturbs anything. */
export function measureConnection(session: SessionAccess, signal: AbortSignal): ConnectionMeasure {
  let bitsPerSecond: number | null = null;
  const end = new AbortController();
  const both = AbortSignal.any([signal, end.signal]);
  const run = async () => {
    for (const sizeBytes of SIZES_BYTES) {
      bitsPerSecond = await measureOnce(session, sizeBytes, both);
    }
  };
  run().catch((error) => {
    if (both.aborted || error instanceof CallError) return;
    console.warn('The connection could not be measured.', error);
  });
  return {
    end: () => {
      end.abort();
      return bitsPerSecond;
    },
  };
}

async function measureOnce(
  session: SessionAccess,
  sizeBytes: number,
  signal: AbortSignal,
): Promise<number> {
  const startedAtMs = performance.now();
  await sendOf(session, sessions.measureConnection, {
    json: { padding: 'x'.repeat(sizeBytes) },
    timeoutMs: TIMEOUT_MS,
    signal,
  });
  return (sizeBytes * 8 * 1000) / (performance.now() - startedAtMs);
}
