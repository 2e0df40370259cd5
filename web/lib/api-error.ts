// A failed call: the server's answer, or the reason why there is none.
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';

export class ApiError extends Error {
  /** HTTP status; 0 when no answer arrived. */
  readonly status: number;
  /**
   * Code of contract/errors.ts, or empty if the answer has none (from a proxy, for example);
   * `unreachable` (no answer) or `unexpected_answer` (one that does not parse).
   */
  readonly code: string;
  /** A sentence per bad field, by the field's name. */
  readonly fields: Record<string, string>;
  /** Pause that the server requests (Retry-After), or null without one. */
  retryAfterMs: number | null = null;
  /** Current state if another change came first; not parsed. */
  present: unknown;

  constructor(status: number, body: { code: string; message: string }, fields = {}) {
    super(body.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code;
    this.fields = fields;
  }
}

/**
 * Returns whether the server rejected the request. Other failures (no answer, a crash) may pass
 * with a retry.
 */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** Returns whether the server does not have the thing; a retry would give the same answer. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The sentence of a refused call, or `otherwise` when it has none meant for people. */
export function sentenceOf(error: unknown, otherwise: string): string {
  return isRefusal(error) ? serverSentenceOf(error, otherwise) : otherwise;
}

/** Codes whose sentence is our own, or less exact than the page's. */
const withoutSentence = new Set<string>(['unreachable', 'unexpected_answer', 'internal']);

/**
 * Returns the same as `sentenceOf`, but prefers the server's sentence even after a crash (section
 * 8).
 */
export function serverSentenceOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError && !withoutSentence.has(error.code) ? error.message : otherwise;
}

/**
 * Text of a page when a call fails: its sentence if the server gives none, or a function that makes
 * one of the error.
 */
export type Failure = string | ((error: unknown) => string);

export function failureText(failed: Failure, error: unknown): string {
  return typeof failed === 'string' ? sentenceOf(error, failed) : failed(error);
}

/** @param fields of the form, by the names the server uses. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fields: readonly Path<Values>[],
): void {
  if (!(error instanceof ApiError)) return;
  for (const field of fields) {
    const message = error.fields[field];
    if (message !== undefined) setError(field, { message });
  }
}
