// Loads the test behind a share link once, and maps each rejection to its page.
import { useCallback, useEffect, useState } from 'react';
import { z } from 'zod/mini';
import type { AnswerOf } from '#contract/endpoint.ts';
import { link as calls } from '#contract/link.api.ts';
import { isPilotIn } from '#contract/pilots.ts';
import { forgetPrivateLinks } from '#web/entities/my-recording/private-links.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { localValue } from '#web/lib/local-store.ts';

export type SharedLink = AnswerOf<typeof calls.link>;

/** Reasons why a person can't take a test. */
export type Refusal =
  | {
      kind:
        | 'closed'
        | 'full'
        | 'already_taken'
        | 'screened_out'
        | 'unknown'
        | 'crowd'
        | 'workspace_full'
        | 'server_full'
        | 'personal_link_used'
        | 'personal_link_invalid'
        | 'pilot_refused';
    }
  | { kind: 'unsupported'; reason: string };

export type LinkState =
  | { phase: 'loading' }
  | { phase: 'failed' }
  /** `link`: where it leads to a test. */
  | { phase: 'refused'; refusal: Refusal; link: SharedLink | null }
  | { phase: 'ready'; link: SharedLink };

/** Loads the link; `retry` after a failure. */
export function useSharedLink(uniqueId: string): { state: LinkState; retry: () => void } {
  const [state, setState] = useState<LinkState>({ phase: 'loading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    const abort = new AbortController();
    setState({ phase: 'loading' });
    loadLink(uniqueId, abort.signal)
      .then(setState)
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        console.warn('The link could not be loaded.', error);
        setState({ phase: 'failed' });
      });
    return () => abort.abort();
  }, [uniqueId, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { state, retry };
}

/** The reasons for which the server shows no test, by the status of its answer. */
const refusals: Readonly<Record<number, 'unknown' | 'pilot_refused'>> = {
  // Not the form of a share id.
  400: 'unknown',
  401: 'pilot_refused',
  403: 'pilot_refused',
  404: 'unknown',
};

async function loadLink(uniqueId: string, signal: AbortSignal): Promise<LinkState> {
  try {
    const query = isPilotIn(location.search) ? { pilot: 'true' as const } : {};
    const link = await call(calls.link, { params: { uniqueId }, query, signal });
    const refusal = refusalOf(link);
    return refusal ? { phase: 'refused', refusal, link } : { phase: 'ready', link };
  } catch (error) {
    const kind = error instanceof ApiError ? refusals[error.status] : undefined;
    if (!kind) throw error;
    return { phase: 'refused', refusal: { kind }, link: null };
  }
}

function refusalOf({ state, noSpace, steps }: SharedLink): Refusal | null {
  if (noSpace !== null) return { kind: noSpace };
  if (state !== 'open') return { kind: state };
  for (const step of steps) {
    if (step.kind !== 'task' || step.embed.kind !== 'unsupported') continue;
    return { kind: 'unsupported', reason: step.embed.reason };
  }
  return null;
}

/** The random id of this browser, for tests that reject repeat submissions. */
const storedKey = localValue('tryoutBrowserKey', z.uuid());

/**
 * Returns the browser's key. It is created at the first session, for another person, and after this site's data was
 * cleared.
 */
export function browserKey(): string {
  const currentKey = storedKey.read();
  if (currentKey !== null) return currentKey;
  const newKey = crypto.randomUUID();
  storedKey.write(newKey);
  return newKey;
}

/** Returns the key that an earlier session stored, or null. */
export function readBrowserKey(): string | null {
  return storedKey.read();
}

/**
 * Prepares the browser for another person: the next session is no repetition, and earlier recordings are not offered.
 */
export function forgetPerson(): void {
  storedKey.clear();
  forgetPrivateLinks();
}
